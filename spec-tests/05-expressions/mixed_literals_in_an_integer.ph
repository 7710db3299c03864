// SPDX-License-Identifier: Apache-2.0
kernel mixed_literals_in_an_integer(O: tensor<i32>[N]) {
    let x: i32 = 1 + 2.0
    O[ctx.thread] = x
}
