// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel remainder_by_zero_i8(D: tensor<i8>[64], O: tensor<i8>[64]) {
    O[ctx.thread] = i8(7 + ctx.thread) % D[ctx.thread]
}
