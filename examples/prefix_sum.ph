// SPDX-License-Identifier: Apache-2.0
// O[i] = X[0] + .. + X[i]: one block walks over X in pieces of 256. Shuffles add within each warp, a shared buffer
// passes the totals of the warps on.
//
//     phobos-run examples/prefix_sum.ph --in X=x.npy --out O=o.npy
@launch(256)
kernel prefix_sum(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var totals: tile<i32>[ctx.warps]
    var before = 0
    for first in range(0, N, ctx.threads) {
        let i = first + ctx.thread
        var value = 0
        if i < N {
            value = X[i]
        }
        var distance = 1
        while distance < ctx.lanes {
            let lower = shuffle_up(value, distance)
            if ctx.lane >= distance {
                value += lower
            }
            distance *= 2
        }
        if ctx.lane == ctx.lanes - 1 {
            totals[ctx.warp] = value
        }
        barrier()
        var carry = before
        for w in range(ctx.warp) {
            carry += totals[w]
        }
        for w in range(ctx.warps) {
            before += totals[w]
        }
        if i < N {
            O[i] = carry + value
        }
        barrier()
    }
}
