// SPDX-License-Identifier: Apache-2.0
// Between a thread's accesses to a tile and a tile operation stands a barrier, before and after it.
@launch(128)
kernel tile_operation_beside_threads(X: tensor<f32>[N], O: tensor<f32>[N], P: tensor<f32>[1, 128]) {
    var s: tile<f32>[1, 128]
    let i = ctx.block.x * ctx.threads + ctx.thread
    s[0, ctx.thread] = 0.0
    if i < N {
        s[0, ctx.thread] = X[i]
    }
    let highest = rowmax(s)
    let above = where(s == highest, 1.0, 0.0)
    let count = rowsum(above)
    s[0, 127 - ctx.thread] = count[0, 0] * 100.0 + above[0, ctx.thread]
    let mirrored = s + 0.25
    if i < N {
        O[i] = mirrored[0, ctx.thread]
    }
    if ctx.block.x == 0 {
        P[:, :] = s
    }
}
