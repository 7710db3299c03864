// SPDX-License-Identifier: Apache-2.0
// How many bits each row of masks B has in common with the mask A: one warp a row, one lane a word, `popcount` of the
// bits that both have.
//
//     phobos-run examples/common_bits.ph --in A=a.npy --in B=b.npy --out O=o.npy --grid "ceil_div(R, ctx.warps)"
@launch(128)
kernel common_bits(A: tensor<u32>[1, K], B: tensor<u32>[R, K], O: tensor<i32>[R, 1]) {
    let r = ctx.block.x * ctx.warps + ctx.warp
    if r < R {
        var count = 0
        for k in range(ctx.lane, K, ctx.lanes) {
            count += popcount(A[0, k] & B[r, k])
        }
        let total = sum<over ctx.lane>(count)
        if ctx.lane == 0 {
            O[r, 0] = total
        }
    }
}
