// SPDX-License-Identifier: Apache-2.0
kernel run_of_a_multiplied_constant(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[0 :+ (1 * 2)])
}
