// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel row_inside_its_axis(X: tensor<i32>[4, 16], O: tensor<i32>[64]) {
    let t = ctx.thread
    let column = where(t == 5, 15, t % 16)
    O[t] = X[t / 16, column]
}
