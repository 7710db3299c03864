// SPDX-License-Identifier: Apache-2.0
// The softmax of each row of X: one block a row. The row's maximum and its sum of exponentials are collectives; the
// exponentials are computed twice rather than kept.
//
//     phobos-run examples/softmax.ph --in X=x.npy --out O=o.npy --grid R
@launch(256)
kernel softmax(X: tensor<f32>[R, K], O: tensor<f32>[R, K]) {
    let r = ctx.block.x
    var high: f32 = -inf
    for k in range(ctx.thread, K, ctx.threads) {
        high = max(high, X[r, k])
    }
    let top = max<over ctx.thread>(high)
    var acc: f32 = 0.0
    for k in range(ctx.thread, K, ctx.threads) {
        acc += exp(X[r, k] - top)
    }
    let total = sum<over ctx.thread>(acc)
    for k in range(ctx.thread, K, ctx.threads) {
        O[r, k] = exp(X[r, k] - top) / total
    }
}
