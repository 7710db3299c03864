// SPDX-License-Identifier: Apache-2.0
@persistent
kernel bar_of_i32(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.thread] = 1
}
