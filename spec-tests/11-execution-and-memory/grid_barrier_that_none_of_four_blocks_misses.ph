// SPDX-License-Identifier: Apache-2.0
@launch(128)
@persistent
kernel grid_barrier_that_none_of_four_blocks_misses(bar: tensor<i32>[2], O: tensor<i32>[4]) {
    let b = ctx.block.x
    if b == 4 {
        return
    }
    grid_barrier(bar)
    O[b] = b
}
