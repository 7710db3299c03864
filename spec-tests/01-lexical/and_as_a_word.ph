// SPDX-License-Identifier: Apache-2.0
kernel and_as_a_word(O: tensor<i32>[N]) {
    O[0] = where(O[1] > 0 and O[2] > 0, 1, 0)
}
