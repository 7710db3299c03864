// SPDX-License-Identifier: Apache-2.0
kernel constant_elem_index_of_zero(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = elem(X[0 :+ 4], 0)
}
