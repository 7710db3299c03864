// SPDX-License-Identifier: Apache-2.0
kernel subscript_that_is_a_float(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = X[1.0]
}
