// SPDX-License-Identifier: Apache-2.0
// Y = a X + Y in place, one thread an element. The product is rounded before the sum: only `fma` is one rounding.
//
//     phobos-run examples/saxpy.ph --scalar a=2.5 --in X=x.npy --in Y=y.npy --out Y=y2.npy \
//         --grid "ceil_div(N, ctx.threads)"
kernel saxpy(a: f32, X: tensor<f32>[N], Y: tensor<f32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        Y[i] += a * X[i]
    }
}
