// SPDX-License-Identifier: Apache-2.0
kernel f16bits_of_unsigned(X: tensor<i32>[4], O: tensor<f16>[N]) {
    O[ctx.thread] = f16bits(u32(X[0]))
}
