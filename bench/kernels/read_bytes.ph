// SPDX-License-Identifier: Apache-2.0
// Reads all of X, BYTES bytes a thread and turn, four turns at once; T is the number of threads of
// the grid.
@launch(256)
@autotune(BYTES in [2, 1])
kernel read_bytes(X: tensor<u8>[N], O: tensor<u32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    var seen: u32 = 0
    for<unroll 4> k in range(i * BYTES, N, T * BYTES) {
        seen += sum(u32(X[k :+ BYTES]))
    }
    O[i] = seen
}
