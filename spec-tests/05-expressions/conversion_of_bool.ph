// SPDX-License-Identifier: Apache-2.0
kernel conversion_of_bool(O: tensor<i32>[N]) {
    O[0] = i32(O[1] > 0)
}
