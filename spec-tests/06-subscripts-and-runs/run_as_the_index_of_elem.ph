// SPDX-License-Identifier: Apache-2.0
kernel run_as_the_index_of_elem(X: tensor<i32>[4], Y: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = elem(X[0 :+ 4], Y[0 :+ 1])
}
