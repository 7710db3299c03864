// SPDX-License-Identifier: Apache-2.0
kernel constant_step_of_one_by_name(O: tensor<i32>[4]) {
    let step = 3 - 2
    for i in range(0, 4, step) {
        O[i] = 1
    }
}
