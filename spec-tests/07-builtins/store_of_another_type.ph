// SPDX-License-Identifier: Apache-2.0
kernel store_of_another_type(F: tensor<f32>[4], O: tensor<i32>[N]) {
    store(O[0 :+ 2], F[0 :+ 2])
}
