// SPDX-License-Identifier: Apache-2.0
kernel store_to_a_run(X: tensor<i32>[4], O: tensor<i32>[N]) {
    store(O[0 :+ 1], X[0])
}
