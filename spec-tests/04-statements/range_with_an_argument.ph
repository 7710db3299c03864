// SPDX-License-Identifier: Apache-2.0
kernel range_with_an_argument(O: tensor<i32>[N]) {
    for i in range(1) {
        O[i] = 1
    }
}
