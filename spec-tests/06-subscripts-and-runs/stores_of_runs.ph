// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel stores_of_runs(X: tensor<i32>[1, 12], A: tensor<i32>[3, 4], B: tensor<i32>[3, 4], C: tensor<f32>[3, 4]) {
    let t = ctx.thread
    if t < 3 {
        store(A[t, 0 :+ 4], X[0, t * 4 :+ 4] * 2 + t)
        store(B[t, 1 :+ 2], 7)
        store(C[t, 0 :+ 4], f32(X[0, t * 4 :+ 4]) + 0.5)
    }
}
