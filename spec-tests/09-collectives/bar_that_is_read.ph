// SPDX-License-Identifier: Apache-2.0
@persistent
kernel bar_that_is_read(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.thread] = bar[0]
}
