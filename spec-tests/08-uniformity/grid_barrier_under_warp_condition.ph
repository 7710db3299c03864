// SPDX-License-Identifier: Apache-2.0
@persistent
kernel grid_barrier_under_warp_condition(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    if ctx.warp == 0 { grid_barrier(bar) }
    O[ctx.thread] = 1
}
