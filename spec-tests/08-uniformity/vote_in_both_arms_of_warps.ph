// SPDX-License-Identifier: Apache-2.0
kernel vote_in_both_arms_of_warps(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp < 16 {
        if all<over ctx.lane>(X[ctx.thread] > 0) {
            O[ctx.thread] = 1
        }
    } else {
        if all<over ctx.lane>(X[ctx.thread] > 0) {
            O[ctx.thread] = 2
        }
    }
}
