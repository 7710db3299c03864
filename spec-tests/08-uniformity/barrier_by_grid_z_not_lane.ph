// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_grid_z_not_lane(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.grid.z { barrier() }
    O[ctx.thread] = 1
}
