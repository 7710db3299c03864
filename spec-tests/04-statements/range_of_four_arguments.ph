// SPDX-License-Identifier: Apache-2.0
kernel range_of_four_arguments(O: tensor<i32>[N]) {
    for i in range(0, 4, 1, 1) {
        O[i] = 1
    }
}
