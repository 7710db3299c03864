// SPDX-License-Identifier: Apache-2.0
kernel run_of_64(X: tensor<i32>[N, M], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 0 :+ 64])
}
