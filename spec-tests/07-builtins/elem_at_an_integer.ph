// SPDX-License-Identifier: Apache-2.0
kernel elem_at_an_integer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = elem(X[0 :+ 4], 1)
}
