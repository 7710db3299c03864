// SPDX-License-Identifier: Apache-2.0
kernel choice_by_bool(O: tensor<i32>[N]) {
    O[0] = where(O[1] > 0, 1, 0)
}
