// SPDX-License-Identifier: Apache-2.0
kernel run_that_starts_at_a_float(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[0.0 :+ 4])
}
