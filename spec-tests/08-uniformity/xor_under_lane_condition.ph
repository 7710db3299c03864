// SPDX-License-Identifier: Apache-2.0
kernel xor_under_lane_condition(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.lane < 5 {
        let v = xor<over ctx.lane>(X[ctx.thread])
        O[ctx.thread] = v
    }
}
