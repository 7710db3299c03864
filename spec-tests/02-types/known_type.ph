// SPDX-License-Identifier: Apache-2.0
kernel known_type(O: tensor<i32>[N]) {
    let x: i32 = 1
}
