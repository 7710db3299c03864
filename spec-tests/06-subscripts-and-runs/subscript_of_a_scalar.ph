// SPDX-License-Identifier: Apache-2.0
kernel subscript_of_a_scalar(n: i32, X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = n[0]
}
