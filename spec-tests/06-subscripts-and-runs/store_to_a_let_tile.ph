// SPDX-License-Identifier: Apache-2.0
kernel store_to_a_let_tile(X: tensor<i32>[4], O: tensor<i32>[N]) {
    let t: tile<i32>[4] = 0
    store(t[0 :+ 4], X[0 :+ 4])
}
