// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel what_wraps_is_defined(I: tensor<i32>[3], F: tensor<f32>[3], O: tensor<i32>[10]) {
    if ctx.thread == 0 {
        O[0] = I[0] + 1
        O[1] = I[1] - 1
        O[2] = I[0] * I[0]
        O[3] = I[1] / I[2]
        O[4] = I[1] % I[2]
        O[5] = -I[1]
        O[6] = I[0] << 31
        O[7] = i32(F[0])
        O[8] = i32(F[1])
        O[9] = i32(F[2])
    }
}
