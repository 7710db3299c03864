// SPDX-License-Identifier: Apache-2.0
kernel name_that_ends_with_a_digit(O: tensor<i32>[N]) {
    let nd2 = 1
    let x = nd2
    O[ctx.thread] = 1
}
