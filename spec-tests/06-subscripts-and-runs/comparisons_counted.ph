// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel comparisons_counted(X: tensor<i32>[64], O: tensor<i32>[8]) {
    let t = ctx.thread
    if t < 8 {
        O[t] = sum(where(X[t * 8 :+ 8] % 3 == 0, 1, 0) + where(X[t * 8 :+ 8] > t * 8 + 5, 10, 0))
    }
}
