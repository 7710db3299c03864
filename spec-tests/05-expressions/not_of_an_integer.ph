// SPDX-License-Identifier: Apache-2.0
kernel not_of_an_integer(O: tensor<i32>[N]) {
    O[0] = !O[1]
}
