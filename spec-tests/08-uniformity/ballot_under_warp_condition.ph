// SPDX-License-Identifier: Apache-2.0
kernel ballot_under_warp_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 0 {
        O[ctx.thread] = i32(ballot(ctx.lane > 3))
    }
}
