// SPDX-License-Identifier: Apache-2.0
kernel unroll_by_a_constant(n: i32, O: tensor<i32>[4]) {
    for<unroll 4> i in range(4) {
        O[i] = 1
    }
}
