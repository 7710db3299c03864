// SPDX-License-Identifier: Apache-2.0
// O = softmax(scale Q K^T) V of one head, without the matrix of scores: one block for a tile of queries, which meets
// the keys tile by tile. What softmax needs is kept up to date for each query: the highest score so far, the sum of the
// exponentials above it, and the sum of values weighted by them. A higher score shrinks both sums.
//
//     phobos-run examples/flash_attention.ph --in Q=q.npy --in K=k.npy --in V=v.npy --scalar scale=0.125 \
//         --out O=o.npy --set D=64 --grid "ceil_div(M, QUERIES)"
@launch(128)
@autotune(D in [64], QUERIES in [32, 16], KEYS in [64, 32])
kernel flash_attention(
    Q: tensor<f32>[M, D], K: tensor<f32>[N, D], V: tensor<f32>[N, D], O: tensor<f32>[M, D], scale: f32
) {
    let row = ctx.block.x * QUERIES
    let q = Q[row :+ QUERIES, :]
    var high: tile<f32>[QUERIES, 1] = -inf
    var total: tile<f32>[QUERIES, 1] = 0.0
    var acc: tile<f32>[QUERIES, D] = 0.0
    for key in range(0, N, KEYS) {
        // Keys past the last one read as zeros, and their scores would be 0. They have no weight at all.
        let inside = key + iota(KEYS) < N
        let score = where(inside, scale * dot_t(q, K[key :+ KEYS, :]), -inf)
        let top = max(high, rowmax(score))
        let weight = exp(score - top)
        let shrink = exp(high - top)
        total = total * shrink + rowsum(weight)
        acc *= shrink
        acc += dot(weight, V[key :+ KEYS, :])
        high = top
    }
    O[row :+ QUERIES, :] = acc / total
}
