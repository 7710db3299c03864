// SPDX-License-Identifier: Apache-2.0
// Counts how often each byte occurs in X and adds the counts to H. Each block counts in a shared buffer first, so that
// few atomics reach global memory.
//
//     phobos-run examples/histogram.ph --in X=x.npy --in H=zeros:256 --out H=h.npy \
//         --grid "ceil_div(N, 4 * ctx.threads)"
@launch(256)
kernel histogram(X: tensor<u8>[N], H: tensor<i32>[256]) {
    var counts: tile<i32>[256]
    for value in range(ctx.thread, 256, ctx.threads) {
        counts[value] = 0
    }
    barrier()
    for i in range(ctx.block.x * ctx.threads + ctx.thread, N, ctx.grid.x * ctx.threads) {
        atomic_add(counts, X[i], 1)
    }
    barrier()
    for value in range(ctx.thread, 256, ctx.threads) {
        atomic_add(H, value, counts[value])
    }
}
