// SPDX-License-Identifier: Apache-2.0
kernel let_without_value(O: tensor<i32>[N]) {
    let x: i32
    O[ctx.thread] = 1
}
