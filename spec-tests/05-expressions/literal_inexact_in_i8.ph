// SPDX-License-Identifier: Apache-2.0
kernel literal_inexact_in_i8(O: tensor<i32>[N]) {
    let a: i8 = 128
}
