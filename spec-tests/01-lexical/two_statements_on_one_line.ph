// SPDX-License-Identifier: Apache-2.0
kernel two_statements_on_one_line(O: tensor<i32>[N]) {
    O[0] = 1 O[1] = 2
}
