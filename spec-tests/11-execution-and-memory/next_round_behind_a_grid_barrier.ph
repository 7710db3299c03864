// SPDX-License-Identifier: Apache-2.0
@launch(128)
@persistent
kernel next_round_behind_a_grid_barrier(bar: tensor<i32>[2], X: tensor<i32>[4], O: tensor<i32>[4]) {
    let b = ctx.block.x
    for i in range(0, 3) {
        if ctx.thread == 127 {
            X[b] = i + b
        }
        grid_barrier(bar)
        if ctx.thread == 0 {
            O[b] = X[(b + 1) % 4]
        }
        grid_barrier(bar)
    }
}
