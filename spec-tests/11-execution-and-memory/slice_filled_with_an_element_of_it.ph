// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel slice_filled_with_an_element_of_it(X: tensor<i32>[128]) {
    X[0 :+ 128] = X[101]
}
