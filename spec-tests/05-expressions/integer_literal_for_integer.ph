// SPDX-License-Identifier: Apache-2.0
kernel integer_literal_for_integer(O: tensor<i32>[N]) {
    let a: i32 = 1
}
