// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_negative_i8(X: tensor<i32>[64], C: tensor<i8>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = X[t] >> C[t]
}
