// SPDX-License-Identifier: Apache-2.0
kernel case_of_names(O: tensor<i32>[N]) {
    let Ab = 1
    O[0] = ab
}
