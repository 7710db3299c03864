// SPDX-License-Identifier: Apache-2.0
kernel else_on_the_line_of_the_brace(O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        O[0] = 1
    } else {
        O[1] = 1
    }
}
