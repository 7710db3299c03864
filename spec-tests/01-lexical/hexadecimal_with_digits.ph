// SPDX-License-Identifier: Apache-2.0
kernel hexadecimal_with_digits(O: tensor<i32>[N]) {
    let a = 0xf
}
