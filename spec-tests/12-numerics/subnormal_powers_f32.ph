// SPDX-License-Identifier: Apache-2.0
// Powers of two below the least normal value are kept, not taken for zero.
@launch(64)
kernel subnormal_powers_f32(E: tensor<f32>[5], O: tensor<f32>[5]) {
    if ctx.thread < 5 {
        O[ctx.thread] = pow(2.0, E[ctx.thread])
    }
}
