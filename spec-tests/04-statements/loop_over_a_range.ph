// SPDX-License-Identifier: Apache-2.0
kernel loop_over_a_range(O: tensor<i32>[N]) {
    for i in range(4) {
        O[i] = 1
    }
}
