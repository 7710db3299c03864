// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel remainder_by_zero_u32(D: tensor<u32>[64], O: tensor<u32>[64]) {
    O[ctx.thread] = u32(7 + ctx.thread) % D[ctx.thread]
}
