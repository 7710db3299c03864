// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_block_z_not_warp(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.block.z { barrier() }
    O[ctx.thread] = 1
}
