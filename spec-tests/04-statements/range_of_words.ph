// SPDX-License-Identifier: Apache-2.0
kernel range_of_words(n: u32, O: tensor<i32>[N]) {
    for i in range(n) {
        O[i] = 1
    }
}
