// SPDX-License-Identifier: Apache-2.0
kernel let_with_value(O: tensor<i32>[N]) {
    let x: i32 = 2
    O[ctx.thread] = 1
}
