// SPDX-License-Identifier: Apache-2.0
kernel shuffle_of_an_element(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = shuffle(X[0 + 2], 1)
}
