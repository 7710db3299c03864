// SPDX-License-Identifier: Apache-2.0
@persistent
kernel bar_of_two_axes(bar: tensor<i32>[4, 2], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.thread] = 1
}
