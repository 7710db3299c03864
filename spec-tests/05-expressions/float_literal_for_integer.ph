// SPDX-License-Identifier: Apache-2.0
kernel float_literal_for_integer(O: tensor<i32>[N]) {
    let a: i32 = 1.0
}
