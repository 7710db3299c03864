// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel dims_are_values(X: tensor<f32>[M, N], Y: tensor<f32>[N, 3], O: tensor<i32>[4]) {
    if ctx.thread == 0 {
        O[0] = M
        O[1] = N
        O[2] = M * 100 + N - 1
        O[3] = -N / 2
    }
}
