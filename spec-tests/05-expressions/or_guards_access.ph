// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel or_guards_access(X: tensor<i32>[5], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 0
    if t > 5 || t >= 5 || X[t] > 0 {
        O[t] = 1
    }
}
