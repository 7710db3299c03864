// SPDX-License-Identifier: Apache-2.0
kernel decimal_with_leading_zero(O: tensor<i32>[N]) {
    let a = 012
}
