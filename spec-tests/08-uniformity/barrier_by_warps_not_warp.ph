// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_warps_not_warp(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.warps { barrier() }
    O[ctx.thread] = 1
}
