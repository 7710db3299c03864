// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel and_in_wrong_order(X: tensor<i32>[5], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 0
    if t < 6 && X[t] > 0 && t < 5 {
        O[t] = 1
    }
}
