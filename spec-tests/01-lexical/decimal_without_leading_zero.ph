// SPDX-License-Identifier: Apache-2.0
kernel decimal_without_leading_zero(O: tensor<i32>[N]) {
    let a = 12
}
