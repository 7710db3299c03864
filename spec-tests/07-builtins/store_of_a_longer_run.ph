// SPDX-License-Identifier: Apache-2.0
kernel store_of_a_longer_run(X: tensor<i32>[4], O: tensor<i32>[N]) {
    store(O[0 :+ 2], X[0 :+ 3])
}
