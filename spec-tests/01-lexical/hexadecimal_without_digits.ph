// SPDX-License-Identifier: Apache-2.0
kernel hexadecimal_without_digits(O: tensor<i32>[N]) {
    let a = 0x
}
