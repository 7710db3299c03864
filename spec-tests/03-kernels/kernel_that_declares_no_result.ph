// SPDX-License-Identifier: Apache-2.0
kernel kernel_that_declares_no_result(O: tensor<i32>[N]) {
    O[ctx.thread] = 3
}
