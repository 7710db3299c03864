// SPDX-License-Identifier: Apache-2.0
kernel compound_assignment_to_one_element(X: tensor<i32>[N], O: tensor<i32>[N]) {
    O[0] += 1
}
