// SPDX-License-Identifier: Apache-2.0
kernel block_max_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp < 5 {
        let v = max<over ctx.thread>(X[ctx.thread])
        O[ctx.thread] = v
    }
}
