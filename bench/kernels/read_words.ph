// SPDX-License-Identifier: Apache-2.0
// Reads all of X, 4 * WORDS bytes a thread and turn, four turns at once; T is the number of threads of
// the grid.
@launch(256)
@autotune(WORDS in [4, 2, 1])
kernel read_words(X: tensor<u32>[N], O: tensor<u32>[T]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    var seen: u32 = 0
    for<unroll 4> k in range(i * WORDS, N, T * WORDS) {
        seen += sum(X[k :+ WORDS])
    }
    O[i] = seen
}
