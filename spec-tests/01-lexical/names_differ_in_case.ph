// SPDX-License-Identifier: Apache-2.0
kernel names_differ_in_case(O: tensor<i32>[N]) {
    let Ab = 1
    O[0] = Ab
}
