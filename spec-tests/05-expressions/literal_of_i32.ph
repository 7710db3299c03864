// SPDX-License-Identifier: Apache-2.0
kernel literal_of_i32(O: tensor<i32>[N]) {
    let a = 2147483647
}
