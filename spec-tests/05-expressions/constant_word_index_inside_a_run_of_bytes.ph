// SPDX-License-Identifier: Apache-2.0
kernel constant_word_index_inside_a_run_of_bytes(X: tensor<u8>[N], O: tensor<u32>[M]) {
    O[ctx.thread] = word(X[0 :+ 8], 1)
}
