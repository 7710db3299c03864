// SPDX-License-Identifier: Apache-2.0
@launch(128)
@persistent
kernel grid_barrier_between_blocks(bar: tensor<i32>[2], X: tensor<i32>[4], O: tensor<i32>[4]) {
    if ctx.block.x == 3 {
        X[0] = 7
    }
    grid_barrier(bar)
    if ctx.block.x == 0 {
        O[0] = X[0]
    }
    grid_barrier(bar)
}
