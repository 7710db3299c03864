// SPDX-License-Identifier: Apache-2.0
kernel constant_division_by_zero(O: tensor<i32>[N]) {
    O[0] = O[1] / 0
}
