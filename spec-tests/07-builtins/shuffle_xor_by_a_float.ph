// SPDX-License-Identifier: Apache-2.0
kernel shuffle_xor_by_a_float(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = shuffle_xor(X[0], 1.0)
}
