// SPDX-License-Identifier: Apache-2.0
@launch(128)
@persistent
kernel blocks_at_two_grid_barriers(bar: tensor<i32>[2], O: tensor<i32>[4]) {
    let b = ctx.block.x
    if b < 2 {
        grid_barrier(bar)
    } else {
        grid_barrier(bar)
    }
    O[b] = b
}
