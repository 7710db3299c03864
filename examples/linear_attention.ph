// SPDX-License-Identifier: Apache-2.0
// Gated linear attention of one head, chunk by chunk. Step by step it is a state S of DK x DV, which in every step t
// loses by its gates and gains a product, and is asked by a query:
//
//     S = exp(g_t)^T * S + k_t^T v_t        o_t = q_t S
//
// with g_t <= 0 one row of G. A chunk of steps at once: with b the sums of the gates since the chunk began (cumsum),
// what step j put into the state has decayed by exp(b_i - b_j) at step i. The chunk's own steps meet each other in a
// matrix of which the lower triangle counts (tril); all earlier ones come through S. Steps past the end read as zeros:
// they decay nothing and add nothing.
//
// exp(-b) must not overflow: in f32 the gates of a chunk may sum to about -80.
//
//     phobos-run examples/linear_attention.ph --in Q=q.npy --in K=k.npy --in V=v.npy --in G=g.npy --out O=o.npy \
//         --set DK=32 --grid "ceil_div(N, DV)"
@launch(128)
@autotune(DK in [32], DV in [32, 16], CHUNK in [16, 8])
kernel linear_attention(
    Q: tensor<f32>[T, DK], K: tensor<f32>[T, DK], V: tensor<f32>[T, N], G: tensor<f32>[T, DK], O: tensor<f32>[T, N]
) {
    let col = ctx.block.x * DV
    var state: tile<f32>[DK, DV] = 0.0
    for t in range(0, T, CHUNK) {
        let b = cumsum(G[t :+ CHUNK, :])
        let last = b[CHUNK - 1, :]
        let q = Q[t :+ CHUNK, :] * exp(b)
        let k = K[t :+ CHUNK, :]
        let v = V[t :+ CHUNK, col :+ DV]
        var o = dot(q, state)
        o += dot(tril(dot_t(q, k * exp(-b))), v)
        O[t :+ CHUNK, col :+ DV] = o
        state *= transpose(exp(last))
        state += dot(transpose(k * exp(last - b)), v)
    }
}
