// SPDX-License-Identifier: Apache-2.0
kernel bits_of_a_float(X: tensor<i32>[4], F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(bits(F[0]))
}
