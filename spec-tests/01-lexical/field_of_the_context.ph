// SPDX-License-Identifier: Apache-2.0
kernel field_of_the_context(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.thread
}
