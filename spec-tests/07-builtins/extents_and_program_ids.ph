// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel extents_and_program_ids(X: tensor<i8>[A, B, 7], O: tensor<i32>[G, 6]) {
    let b = (program_id(2) * ctx.grid.y + program_id(1)) * ctx.grid.x + program_id(0)
    if ctx.thread == 0 {
        O[b, 0] = extent(X, 0)
        O[b, 1] = extent(X, 1)
        O[b, 2] = extent(X, 2)
        O[b, 3] = program_id(0) * 100 + ctx.block.x
        O[b, 4] = program_id(1) * 100 + ctx.block.y
        O[b, 5] = program_id(2) * 100 + ctx.block.z
    }
}
