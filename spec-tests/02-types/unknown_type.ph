// SPDX-License-Identifier: Apache-2.0
kernel unknown_type(O: tensor<i32>[N]) {
    let x: i16 = 1
}
