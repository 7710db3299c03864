// SPDX-License-Identifier: Apache-2.0
kernel sum_that_is_called(O: tensor<i32>[N]) {
    O[ctx.thread] = (1 + 2)(3)
}
