// SPDX-License-Identifier: Apache-2.0
kernel constant_remainder_by_difference(O: tensor<i32>[N]) {
    O[0] = O[1] % (3 - 2)
}
