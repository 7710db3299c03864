// SPDX-License-Identifier: Apache-2.0
@launch(64)
@persistent
kernel bar_that_is_not_zero(bar: tensor<i32>[B], O: tensor<i32>[N]) {
    grid_barrier(bar)
    O[ctx.block.x * ctx.threads + ctx.thread] = 2
}
