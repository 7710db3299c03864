// SPDX-License-Identifier: Apache-2.0
kernel store_of_one_argument(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    store(O[0 :+ 4])
}
