// SPDX-License-Identifier: Apache-2.0
kernel underscore_between_digits(O: tensor<i32>[N]) {
    let a = 1_0
}
