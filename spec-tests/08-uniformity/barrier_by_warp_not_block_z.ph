// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_warp_not_block_z(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.warp > ctx.block.z { barrier() }
    O[ctx.thread] = 1
}
