// SPDX-License-Identifier: Apache-2.0
kernel exponent_with_digits(O: tensor<i32>[N]) {
    let a = 1e3
}
