// SPDX-License-Identifier: Apache-2.0
kernel elif_between_arms(O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        O[0] = 1
    } elif ctx.thread == 1 {
        O[1] = 2
    }
}
