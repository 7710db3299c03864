// SPDX-License-Identifier: Apache-2.0
kernel no_trailing_comma(O: tensor<i32>[N]) {
    O[0] = min(1, 2)
}
