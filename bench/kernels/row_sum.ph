// SPDX-License-Identifier: Apache-2.0
// One block a row.
@launch(256)
kernel row_sum(X: tensor<f32>[R, K], O: tensor<f32>[R]) {
    let r = ctx.block.x
    var acc: f32 = 0.0
    for k in range(ctx.thread, K, ctx.threads) {
        acc += X[r, k]
    }
    let total = sum<over ctx.thread>(acc)
    if ctx.thread == 0 {
        O[r] = total
    }
}
