// SPDX-License-Identifier: Apache-2.0
@launch(64)
@persistent
kernel blocks_that_meet_at_the_grid_barrier(bar: tensor<i32>[2], X: tensor<i32>[B, 64], O: tensor<i32>[B, 64]) {
    let b = ctx.block.x
    
    X[b, ctx.thread] = b * 100 + ctx.thread
    grid_barrier(bar)
    O[b, ctx.thread] = X[(b + 1) % B, 63 - ctx.thread]
}
