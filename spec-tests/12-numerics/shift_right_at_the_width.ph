// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_right_at_the_width(X: tensor<u32>[64], C: tensor<i32>[64], O: tensor<u32>[64]) {
    let t = ctx.thread
    O[t] = X[t] >> C[t]
}
