// SPDX-License-Identifier: Apache-2.0
kernel literal_above_i32(O: tensor<i32>[N]) {
    let a = 2147483648
}
