// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel remainder_by_zero_i32(D: tensor<i32>[64], O: tensor<i32>[64]) {
    O[ctx.thread] = i32(7 + ctx.thread) % D[ctx.thread]
}
