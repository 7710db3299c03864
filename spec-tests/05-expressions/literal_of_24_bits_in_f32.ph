// SPDX-License-Identifier: Apache-2.0
kernel literal_of_24_bits_in_f32(O: tensor<f32>[N]) {
    O[ctx.thread] = 16777215
}
