// SPDX-License-Identifier: Apache-2.0
kernel unmatched_parenthesis(O: tensor<i32>[N]) {
    O[0] = 1 + 2) * 3
}
