// SPDX-License-Identifier: Apache-2.0
kernel range_without_arguments(O: tensor<i32>[N]) {
    for i in range() {
        O[i] = 1
    }
}
