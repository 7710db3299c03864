// SPDX-License-Identifier: Apache-2.0
kernel ballot_under_lane_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane == 0 {
        O[ctx.thread] = i32(ballot(ctx.lane > 3))
    }
}
