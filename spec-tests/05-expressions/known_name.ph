// SPDX-License-Identifier: Apache-2.0
kernel known_name(O: tensor<i32>[N]) {
    let value = 1
    O[0] = value
}
