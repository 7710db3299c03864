// SPDX-License-Identifier: Apache-2.0
kernel rsqrt_of_floats(X: tensor<i32>[4], F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(rsqrt(F[0]))
}
