// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel division_by_three_i8(D: tensor<i8>[64], O: tensor<i8>[64]) {
    O[ctx.thread] = i8(7 + ctx.thread) / D[ctx.thread]
}
