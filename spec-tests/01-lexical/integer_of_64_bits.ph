// SPDX-License-Identifier: Apache-2.0
kernel integer_of_64_bits(O: tensor<f32>[N]) {
    O[ctx.thread] = f32(9223372036854775808)
}
