// SPDX-License-Identifier: Apache-2.0
// O = A W^T for one row A, both quantised: 32 neighbouring bytes along K share a scale. 32 products are summed exactly
// in i32, and the sum times the two scales is added in f32. One block for ROWS rows of W, with one product of bytes in
// each turn. matvec_q8_threads.ph does it by one warp for each row.
//
//     phobos-run examples/matvec_q8_tiles.ph --in A=a.npy --in SA=sa.npy --in W=w.npy --in SW=sw.npy --out O=o.npy \
//         --grid "ceil_div(N, ROWS)"
@launch(64)
@autotune(ROWS in [64, 32])
kernel matvec_q8_tiles(
    A: tensor<i8>[1, K], SA: tensor<f16>[1, BLOCKS], W: tensor<i8>[N, K], SW: tensor<f16>[N, BLOCKS],
    O: tensor<f32>[1, N]
) {
    let row = ctx.block.x * ROWS
    var acc: tile<f32>[1, ROWS] = 0.0
    for block in range(BLOCKS) {
        let exact = dot_t(A[0, block * 32 :+ 32], W[row :+ ROWS, block * 32 :+ 32])
        let scale = f32(SA[0, block]) * transpose(SW[row :+ ROWS, block])
        acc += exact * scale
    }
    O[0, row :+ ROWS] = acc
}
