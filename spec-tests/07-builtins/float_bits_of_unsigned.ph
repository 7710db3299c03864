// SPDX-License-Identifier: Apache-2.0
kernel float_bits_of_unsigned(X: tensor<i32>[4], O: tensor<f32>[N]) {
    O[ctx.thread] = float_bits(u32(X[0]))
}
