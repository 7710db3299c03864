// SPDX-License-Identifier: Apache-2.0
kernel word_of_a_scalar_element(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(word(X[0], 0))
}
