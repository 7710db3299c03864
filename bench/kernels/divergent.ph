// SPDX-License-Identifier: Apache-2.0
// id % 64 rounds of xorshift32; N is a multiple of 256.
@launch(256)
kernel divergent(O: tensor<u32>[N]) {
    let id = ctx.block.x * ctx.threads + ctx.thread
    var x = u32(id) * 2654435761 + 1
    for i in range(0, id % 64) {
        x ^= x << 13
        x ^= x >> 17
        x ^= x << 5
    }
    O[id] = x
}
