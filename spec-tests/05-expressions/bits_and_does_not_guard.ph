// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bits_and_does_not_guard(X: tensor<i32>[63], O: tensor<i32>[64]) {
    let t = (ctx.thread + 58) % 64
    O[t] = 0
    if t < 63 & X[t] > 0 {
        O[t] = 1
    }
}
