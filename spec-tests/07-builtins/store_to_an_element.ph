// SPDX-License-Identifier: Apache-2.0
kernel store_to_an_element(X: tensor<i32>[4], O: tensor<i32>[N]) {
    store(O[0], X[0])
}
