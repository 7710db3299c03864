// SPDX-License-Identifier: Apache-2.0
kernel block_sum_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 0 {
        O[ctx.thread] = sum<over ctx.thread>(ctx.lane)
    }
}
