// SPDX-License-Identifier: Apache-2.0
kernel elem_at_a_float(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = elem(X[0 :+ 4], 1.0)
}
