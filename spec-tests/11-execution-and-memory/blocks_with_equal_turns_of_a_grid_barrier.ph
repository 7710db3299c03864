// SPDX-License-Identifier: Apache-2.0
@launch(128)
@persistent
kernel blocks_with_equal_turns_of_a_grid_barrier(bar: tensor<i32>[2], O: tensor<i32>[4]) {
    let b = ctx.block.x
    for i in range(0, 3 - b / 4) {
        grid_barrier(bar)
    }
    O[b] = b
}
