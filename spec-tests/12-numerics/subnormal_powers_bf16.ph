// SPDX-License-Identifier: Apache-2.0
// Powers of two below the least normal value are kept, not taken for zero.
@launch(64)
kernel subnormal_powers_bf16(E: tensor<bf16>[5], O: tensor<bf16>[5]) {
    if ctx.thread < 5 {
        O[ctx.thread] = pow(2.0, E[ctx.thread])
    }
}
