// SPDX-License-Identifier: Apache-2.0
kernel store_of_an_equal_run(X: tensor<i32>[4], O: tensor<i32>[N]) {
    store(O[0 :+ 3], X[0 :+ 3])
}
