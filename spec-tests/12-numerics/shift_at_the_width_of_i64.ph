// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_at_the_width_of_i64(X: tensor<i64>[64], C: tensor<i32>[64], O: tensor<i64>[64]) {
    let t = ctx.thread
    O[t] = X[t] << C[t]
}
