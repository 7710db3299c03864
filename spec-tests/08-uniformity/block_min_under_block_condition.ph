// SPDX-License-Identifier: Apache-2.0
kernel block_min_under_block_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.block.x < 5 {
        let v = min<over ctx.thread>(X[ctx.thread])
        O[ctx.thread] = v
    }
}
