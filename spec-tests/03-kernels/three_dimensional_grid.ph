// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel three_dimensional_grid(O: tensor<i32>[3, 2, 4, 6]) {
    if ctx.thread == 0 {
        O[ctx.block.z, ctx.block.y, ctx.block.x, 0] = ctx.block.x
        O[ctx.block.z, ctx.block.y, ctx.block.x, 1] = ctx.block.y
        O[ctx.block.z, ctx.block.y, ctx.block.x, 2] = ctx.block.z
        O[ctx.block.z, ctx.block.y, ctx.block.x, 3] = ctx.grid.x
        O[ctx.block.z, ctx.block.y, ctx.block.x, 4] = ctx.grid.y
        O[ctx.block.z, ctx.block.y, ctx.block.x, 5] = ctx.grid.z
    }
}
