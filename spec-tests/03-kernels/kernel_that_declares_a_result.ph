// SPDX-License-Identifier: Apache-2.0
kernel kernel_that_declares_a_result(O: tensor<i32>[N]) -> i32 {
    O[ctx.thread] = 3
}
