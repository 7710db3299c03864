// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_lane_not_block_y(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.lane > ctx.block.y { barrier() }
    O[ctx.thread] = 1
}
