// SPDX-License-Identifier: Apache-2.0
kernel constant_run_inside_a_constant_extent(X: tensor<i32>[8], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(X[4 :+ 4])
}
