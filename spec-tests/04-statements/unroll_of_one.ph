// SPDX-License-Identifier: Apache-2.0
kernel unroll_of_one(O: tensor<i32>[N]) {
    for<unroll 1> i in range(4) {
    }
}
