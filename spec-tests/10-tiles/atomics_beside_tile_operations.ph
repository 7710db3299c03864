// SPDX-License-Identifier: Apache-2.0
// Atomics and collectives of threads beside tile operations: a histogram, its running sum, and who has most.
@launch(64)
kernel atomics_beside_tile_operations(X: tensor<i32>[N], O: tensor<i32>[8, 1], P: tensor<i32>[2]) {
    var counts: tile<i32>[8, 1] = 0
    for i in range(ctx.thread, N, ctx.threads) {
        atomic_add(counts, X[i] % 8, 0, 1)
    }
    O[:, :] = cumsum(counts)
    let most = rowmax(transpose(counts))
    let first = rowargmax(transpose(counts))
    var mine = 0
    if ctx.thread < 8 {
        mine = counts[ctx.thread, 0]
    }
    let all = sum<over ctx.thread>(mine)
    if ctx.thread == 0 {
        P[0] = most[0, 0] * 1000 + first[0, 0]
        P[1] = all
    }
}
