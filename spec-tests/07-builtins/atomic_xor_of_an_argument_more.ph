// SPDX-License-Identifier: Apache-2.0
kernel atomic_xor_of_an_argument_more(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    atomic_xor(X, 0, 1, 2)
}
