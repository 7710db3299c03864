// SPDX-License-Identifier: Apache-2.0
kernel bit_and_of_integers(O: tensor<i32>[N]) {
    O[0] = O[1] & O[2]
}
