// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel blocks_of_a_large_grid(O: tensor<i32>[Z, Y, X]) {
    if ctx.thread == 0 {
        O[ctx.block.z, ctx.block.y, ctx.block.x] = ctx.block.x + 1000 * ctx.block.y + 100000 * ctx.block.z
    }
}
