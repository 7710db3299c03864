// SPDX-License-Identifier: Apache-2.0
// The four bytes of a word, each stored by itself: neighbouring threads store every fourth byte; N is a multiple of 256.
@launch(256)
kernel bytes_interleaved(X: tensor<u32>[N], O: tensor<u8>[M]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    let x = X[i]
    for k in range(0, 4) {
        O[i * 4 + k] = u8(x >> (k * 8))
    }
}
