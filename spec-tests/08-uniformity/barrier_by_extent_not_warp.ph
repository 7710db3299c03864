// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_extent_not_warp(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > extent(X, 0) { barrier() }
    O[ctx.thread] = 1
}
