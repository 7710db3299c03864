// SPDX-License-Identifier: Apache-2.0
kernel any_under_lane_condition(X: tensor<i32>[N], O: tensor<bool>[N]) {
    if ctx.lane < 5 {
        let v = any<over ctx.lane>(X[ctx.thread] > 0)
        O[ctx.thread] = v
    }
}
