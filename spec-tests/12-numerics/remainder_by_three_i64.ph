// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel remainder_by_three_i64(D: tensor<i64>[64], O: tensor<i64>[64]) {
    O[ctx.thread] = i64(7 + ctx.thread) % D[ctx.thread]
}
