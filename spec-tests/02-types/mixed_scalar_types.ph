// SPDX-License-Identifier: Apache-2.0
kernel mixed_scalar_types(F: tensor<f32>[N]) {
    F[0] = F[1] + ctx.lane
}
