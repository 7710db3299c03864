// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_grid_x_not_thread(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.grid.x { barrier() }
    O[ctx.thread] = 1
}
