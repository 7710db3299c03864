// SPDX-License-Identifier: Apache-2.0
kernel constant_shift_by_width(O: tensor<i32>[N]) {
    O[0] = O[1] << 32
}
