// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_block_y_not_lane(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.block.y { barrier() }
    O[ctx.thread] = 1
}
