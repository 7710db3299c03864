// SPDX-License-Identifier: Apache-2.0
kernel line_that_begins_with_a_minus(O: tensor<i32>[N]) {
    let a = 3
        - 1
    O[ctx.thread] = a
}
