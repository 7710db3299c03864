// SPDX-License-Identifier: Apache-2.0
kernel name_that_begins_with_a_digit(O: tensor<i32>[N]) {
    let x = 2nd
    O[ctx.thread] = 1
}
