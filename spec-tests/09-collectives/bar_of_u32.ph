// SPDX-License-Identifier: Apache-2.0
@persistent
kernel bar_of_u32(bar: tensor<u32>[2], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.thread] = 1
}
