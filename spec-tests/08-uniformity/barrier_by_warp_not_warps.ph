// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_warp_not_warps(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.warp > ctx.warps { barrier() }
    O[ctx.thread] = 1
}
