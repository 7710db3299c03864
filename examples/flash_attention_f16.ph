// SPDX-License-Identifier: Apache-2.0
// Causal attention with Q, K, V and O in f16: query i meets keys 0 to i. The state of the softmax and the sums are f32;
// only the weights are rounded to f16, so that both products have f16 operands. One block for a tile of queries, as in
// flash_attention.ph; it stops at the last key that one of its queries meets.
//
//     phobos-run examples/flash_attention_f16.ph --in Q=q.npy --in K=k.npy --in V=v.npy --scalar scale=0.125 \
//         --out O=o.npy --set D=64 --grid "ceil_div(N, QUERIES)"
@launch(128)
@autotune(D in [64], QUERIES in [32, 16], KEYS in [64, 32])
kernel flash_attention_f16(
    Q: tensor<f16>[N, D], K: tensor<f16>[N, D], V: tensor<f16>[N, D], O: tensor<f16>[N, D], scale: f32
) {
    let row = ctx.block.x * QUERIES
    let q = Q[row :+ QUERIES, :]
    let query = transpose(row + iota(QUERIES))
    var high: tile<f32>[QUERIES, 1] = -inf
    var total: tile<f32>[QUERIES, 1] = 0.0
    var acc: tile<f32>[QUERIES, D] = 0.0
    for key in range(0, min(N, row + QUERIES), KEYS) {
        // A key that no query of the tile meets is no maximum: the first tile holds key 0, which all of them meet.
        let score = where(key + iota(KEYS) <= query, scale * dot_t(q, K[key :+ KEYS, :]), -inf)
        let top = max(high, rowmax(score))
        let weight: tile<f16>[QUERIES, KEYS] = exp(score - top)
        let shrink = exp(high - top)
        total = total * shrink + rowsum(f32(weight))
        acc *= shrink
        acc += dot(weight, V[key :+ KEYS, :])
        high = top
    }
    O[row :+ QUERIES, :] = acc / total
}
