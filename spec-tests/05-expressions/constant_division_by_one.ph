// SPDX-License-Identifier: Apache-2.0
kernel constant_division_by_one(O: tensor<i32>[N]) {
    O[0] = O[1] / 1
}
