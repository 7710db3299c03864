// SPDX-License-Identifier: Apache-2.0
kernel loop_with_step_by_warp(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(0, 64, ctx.warp + 1) {
        O[ctx.thread] = sum<over ctx.lane>(i)
    }
}
