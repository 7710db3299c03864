// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_inside_of_above_32_bits(X: tensor<i32>[64], C: tensor<i64>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = X[t] << C[t]
}
