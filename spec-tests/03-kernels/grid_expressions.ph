// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(STEP in [2, 4])
kernel grid_expressions(X: tensor<i32>[M, N], O: tensor<i32>[3]) {
    if ctx.thread == 0 && ctx.block.x == 0 && ctx.block.y == 0 && ctx.block.z == 0 {
        O[0] = ctx.grid.x
        O[1] = ctx.grid.y
        O[2] = ctx.grid.z
    }
}
