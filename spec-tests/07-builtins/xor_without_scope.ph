// SPDX-License-Identifier: Apache-2.0
kernel xor_without_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = xor(X[0])
}
