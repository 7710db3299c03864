// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_from_a_negative_i64(I: tensor<i64>[1], X: tensor<i32>[N], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = sum(X[I[0] :+ 4])
    }
}
