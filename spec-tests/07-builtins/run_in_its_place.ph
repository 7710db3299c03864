// SPDX-License-Identifier: Apache-2.0
kernel run_in_its_place(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 0 :+ 8])
}
