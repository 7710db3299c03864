// SPDX-License-Identifier: Apache-2.0
// Unpacks 4-bit weights: a byte of W holds two, the low half first, each 0 to 15 for -8 to 7, times the scale of its
// row. A thread reads eight weights as one word.
//
//     phobos-run examples/unpack_4bit.ph --in W=w.npy --in S=s.npy --out O=o.npy --dim K=256 --grid N
@launch(64)
@aligned(H = 4)
kernel unpack_4bit(W: tensor<u8>[N, H], S: tensor<f32>[N, 1], O: tensor<f32>[N, K]) {
    let row = ctx.block.x
    let scale = S[row, 0]
    for byte in range(ctx.thread * 4, H, ctx.threads * 4) {
        let eight = word(W[row, byte :+ 4], 0)
        for j in range(8) {
            let weight = i32((eight >> 4 * j) & 15) - 8
            O[row, byte * 2 + j] = f32(weight) * scale
        }
    }
}
