// SPDX-License-Identifier: Apache-2.0
kernel constant_elem_index_below_length(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = elem(X[t, 0 :+ 4], 3)
}
