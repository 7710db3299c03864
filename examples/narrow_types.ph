// SPDX-License-Identifier: Apache-2.0
// A layer of a network in narrow types: pixels in u8, weights in i8, a scale for each row in f16, a bias for each
// column in bf16. Operands of one tile operation may differ in type; they are converted to one that suits both:
//
//     u8 with i8 in `dot`     i32, which no sum here leaves
//     f32 with f16            f32: the wider float
//     f32 with bf16           f32
//     f16 with bf16           f32, as neither holds the other
//     i8 with bf16            bf16: an integer takes the float's type
//
// Only an assignment makes a type narrower, and only of floats: O rounds to f16 once, H to bf16.
//
//     phobos-run examples/narrow_types.ph --in P=p.npy --in W=w.npy --in S=s.npy --in B=b.npy --out O=o.npy \
//         --out H=h.npy --grid "ceil_div(N, COLS), ceil_div(M, ROWS)"
@launch(128)
@autotune(ROWS in [32, 16], COLS in [32, 16], STEP in [32, 16])
kernel narrow_types(
    P: tensor<u8>[M, K], W: tensor<i8>[K, N], S: tensor<f16>[M, 1], B: tensor<bf16>[1, N],
    O: tensor<f16>[M, N], H: tensor<bf16>[M, N]
) {
    let row = ctx.block.y * ROWS
    let col = ctx.block.x * COLS
    var sums: tile<i32>[ROWS, COLS] = 0
    for k in range(0, K, STEP) {
        sums += dot(P[row :+ ROWS, k :+ STEP], W[k :+ STEP, col :+ COLS])
    }
    let scale = S[row :+ ROWS, 0 :+ 1]
    let bias = B[0 :+ 1, col :+ COLS]
    // `sums * scale` would be f16, which ends at 65504.
    O[row :+ ROWS, col :+ COLS] = f32(sums) * scale + bias
    let mixed = scale * bias
    let first = W[0 :+ 1, col :+ COLS] * bias
    H[row :+ ROWS, col :+ COLS] = mixed + first
}
