// SPDX-License-Identifier: Apache-2.0
kernel literal_in_u8(O: tensor<i32>[N]) {
    let a: u8 = 1
}
