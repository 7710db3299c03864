// SPDX-License-Identifier: Apache-2.0
kernel integer_of_65_bits(O: tensor<f32>[N]) {
    O[ctx.thread] = f32(18446744073709551616)
}
