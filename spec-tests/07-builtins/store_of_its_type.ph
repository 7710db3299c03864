// SPDX-License-Identifier: Apache-2.0
kernel store_of_its_type(F: tensor<f32>[4], O: tensor<i32>[N]) {
    store(O[0 :+ 2], i32(F[0 :+ 2]))
}
