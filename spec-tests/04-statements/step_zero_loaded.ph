// SPDX-License-Identifier: Apache-2.0
kernel step_zero_loaded(S: tensor<i32>[1], O: tensor<i32>[4]) {
    for i in range(0, 4, S[0]) {
        O[i] = 1
    }
}
