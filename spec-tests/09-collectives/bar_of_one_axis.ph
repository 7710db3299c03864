// SPDX-License-Identifier: Apache-2.0
@persistent
kernel bar_of_one_axis(bar: tensor<i32>[4], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.thread] = 1
}
