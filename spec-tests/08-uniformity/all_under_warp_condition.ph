// SPDX-License-Identifier: Apache-2.0
kernel all_under_warp_condition(X: tensor<i32>[N], O: tensor<bool>[N]) {
    if ctx.warp < 5 {
        let v = all<over ctx.lane>(X[ctx.thread] > 0)
        O[ctx.thread] = v
    }
}
