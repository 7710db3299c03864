// SPDX-License-Identifier: Apache-2.0
// 64 queries a block go over the keys 64 at a time; N is a multiple of 64.
@launch(128)
kernel flash_attention(Q: tensor<f32>[N, 64], K: tensor<f32>[N, 64], V: tensor<f32>[N, 64], O: tensor<f32>[N, 64]) {
    let row = ctx.block.x * 64
    let q = Q[row :+ 64, :] * 0.125
    var most: tile<f32>[64, 1] = -inf
    var total: tile<f32>[64, 1] = 0.0
    var o: tile<f32>[64, 64] = 0.0
    for j in range(0, N, 64) {
        let s = dot_t(q, K[j :+ 64, :])
        let most_now = max(most, rowmax(s))
        let p = exp(s - most_now)
        let scale = exp(most - most_now)
        total = total * scale + rowsum(p)
        o *= scale
        o += dot(p, V[j :+ 64, :])
        most = most_now
    }
    O[row :+ 64, :] = o / total
}
