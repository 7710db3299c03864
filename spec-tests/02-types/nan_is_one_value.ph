// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel nan_is_one_value(X: tensor<f32>[4], O: tensor<i32>[4], Y: tensor<f32>[4]) {
    let t = ctx.thread
    if t < 4 {
        let x = X[t]
        O[t] = where(x == x, 1, 0) + where(x != x, 2, 0) + where(x < inf, 4, 0) + where(min(x, 1.0) == 1.0, 8, 0)
        Y[t] = x + 1.0
    }
}
