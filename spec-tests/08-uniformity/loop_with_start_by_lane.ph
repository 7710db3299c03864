// SPDX-License-Identifier: Apache-2.0
kernel loop_with_start_by_lane(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(ctx.lane, 64) {
        O[ctx.thread] = sum<over ctx.lane>(i)
    }
}
