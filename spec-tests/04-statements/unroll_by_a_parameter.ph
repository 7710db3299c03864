// SPDX-License-Identifier: Apache-2.0
kernel unroll_by_a_parameter(n: i32, O: tensor<i32>[4]) {
    for<unroll n> i in range(4) {
        O[i] = 1
    }
}
