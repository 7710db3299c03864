// SPDX-License-Identifier: Apache-2.0
kernel chained_comparison(O: tensor<i32>[N]) {
    O[0] = where(1 < ctx.lane < 3, 1, 0)
}
