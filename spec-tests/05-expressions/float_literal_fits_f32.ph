// SPDX-License-Identifier: Apache-2.0
kernel float_literal_fits_f32(O: tensor<f32>[N]) {
    O[ctx.thread] = 3.25e38
}
