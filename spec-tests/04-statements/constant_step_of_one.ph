// SPDX-License-Identifier: Apache-2.0
kernel constant_step_of_one(O: tensor<i32>[N]) {
    for i in range(0, 4, 1) {
    }
}
