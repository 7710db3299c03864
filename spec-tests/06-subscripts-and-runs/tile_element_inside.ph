// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_element_inside(X: tensor<i32>[1], O: tensor<i32>[64]) {
    var t: tile<i32>[64]
    t[ctx.thread] = 3
    let other = where(ctx.thread == 5, X[0] - 1, ctx.thread)
    barrier()
    O[ctx.thread] = t[other]
}
