// SPDX-License-Identifier: Apache-2.0
kernel converted_scalar_types(F: tensor<f32>[N]) {
    F[0] = F[1] + f32(ctx.lane)
}
