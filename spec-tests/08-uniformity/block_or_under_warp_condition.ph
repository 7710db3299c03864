// SPDX-License-Identifier: Apache-2.0
kernel block_or_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp < 5 {
        let v = or<over ctx.thread>(X[ctx.thread])
        O[ctx.thread] = v
    }
}
