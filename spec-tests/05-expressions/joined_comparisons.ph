// SPDX-License-Identifier: Apache-2.0
kernel joined_comparisons(O: tensor<i32>[N]) {
    O[0] = where(1 < ctx.lane && ctx.lane < 3, 1, 0)
}
