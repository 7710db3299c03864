// SPDX-License-Identifier: Apache-2.0
kernel variable_declared_by_let(O: tensor<i32>[N]) {
    let x: i32 = 1
    O[ctx.thread] = x
}
