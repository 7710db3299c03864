// SPDX-License-Identifier: Apache-2.0
kernel incremented_as_in_c(O: tensor<i32>[N]) {
    var a = 1
    a ++
}
