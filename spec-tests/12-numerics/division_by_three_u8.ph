// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel division_by_three_u8(D: tensor<u8>[64], O: tensor<u8>[64]) {
    O[ctx.thread] = u8(7 + ctx.thread) / D[ctx.thread]
}
