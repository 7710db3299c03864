// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel word_of_a_nan(X: tensor<f32>[2], O: tensor<i32>[2]) {
    if ctx.thread < 2 {
        let w = word(X[ctx.thread :+ 1], 0)
        O[ctx.thread] = where((w & 0x7fffffff) > 0x7f800000, 1, 0)
    }
}
