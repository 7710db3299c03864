// SPDX-License-Identifier: Apache-2.0
kernel xor_with_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = xor<over ctx.lane>(X[0])
}
