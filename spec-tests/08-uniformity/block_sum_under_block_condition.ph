// SPDX-License-Identifier: Apache-2.0
kernel block_sum_under_block_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.block.x == 0 {
        O[ctx.thread] = sum<over ctx.thread>(ctx.lane)
    }
}
