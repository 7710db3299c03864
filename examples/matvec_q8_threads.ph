// SPDX-License-Identifier: Apache-2.0
// O = A W^T for one row A, both quantised: 32 neighbouring bytes along K share a scale. One warp for each row of W, and
// each lane takes its own blocks of 32 as runs; the last block may be shorter. matvec_q8_tiles.ph does it with tiles.
//
//     phobos-run examples/matvec_q8_threads.ph --in A=a.npy --in SA=sa.npy --in W=w.npy --in SW=sw.npy --out O=o.npy \
//         --grid "ceil_div(N, ctx.warps)"
@launch(256)
kernel matvec_q8_threads(
    A: tensor<i8>[1, K], SA: tensor<f16>[1, BLOCKS], W: tensor<i8>[N, K], SW: tensor<f16>[N, BLOCKS],
    O: tensor<f32>[1, N]
) {
    let row = ctx.block.x * ctx.warps + ctx.warp
    if row < N {
        var acc: f32 = 0.0
        for block in range(ctx.lane, BLOCKS, ctx.lanes) {
            let first = block * 32
            var exact = 0
            if first + 32 <= K {
                exact = sum(i32(A[0, first :+ 32]) * i32(W[row, first :+ 32]))
            } else {
                for k in range(first, K) {
                    exact += i32(A[0, k]) * i32(W[row, k])
                }
            }
            acc += f32(exact) * (f32(SA[0, block]) * f32(SW[row, block]))
        }
        let total = sum<over ctx.lane>(acc)
        if ctx.lane == 0 {
            O[0, row] = total
        }
    }
}
