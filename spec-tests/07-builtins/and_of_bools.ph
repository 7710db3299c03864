// SPDX-License-Identifier: Apache-2.0
kernel and_of_bools(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    P[t] = P[t] & P[t]
}
