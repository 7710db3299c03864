// SPDX-License-Identifier: Apache-2.0
kernel subscript_of_a_tensor(n: i32, X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = X[0]
}
