// SPDX-License-Identifier: Apache-2.0
kernel and_as_an_operator(O: tensor<i32>[N]) {
    O[0] = where(O[1] > 0 && O[2] > 0, 1, 0)
}
