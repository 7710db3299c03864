// SPDX-License-Identifier: Apache-2.0
@persistent
kernel grid_barrier_under_grid_condition(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    if ctx.grid.x == 0 { grid_barrier(bar) }
    O[ctx.thread] = 1
}
