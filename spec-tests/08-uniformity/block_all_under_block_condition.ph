// SPDX-License-Identifier: Apache-2.0
kernel block_all_under_block_condition(X: tensor<i32>[N], O: tensor<bool>[N]) {
    if ctx.block.x < 5 {
        let v = all<over ctx.thread>(X[ctx.thread] > 0)
        O[ctx.thread] = v
    }
}
