// SPDX-License-Identifier: Apache-2.0
kernel range_of_bytes(n: u8, O: tensor<i32>[N]) {
    for i in range(n) {
        O[i] = 1
    }
}
