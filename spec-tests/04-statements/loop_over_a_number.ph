// SPDX-License-Identifier: Apache-2.0
kernel loop_over_a_number(O: tensor<i32>[N]) {
    for i in 4 {
        O[i] = 1
    }
}
