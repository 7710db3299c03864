// SPDX-License-Identifier: Apache-2.0
kernel shuffle_by_an_integer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = shuffle(X[0], 1)
}
