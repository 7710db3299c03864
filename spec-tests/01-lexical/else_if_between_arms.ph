// SPDX-License-Identifier: Apache-2.0
kernel else_if_between_arms(O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        O[0] = 1
    } else if ctx.thread == 1 {
        O[1] = 2
    }
}
