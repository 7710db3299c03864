// SPDX-License-Identifier: Apache-2.0
kernel unroll_of_zero(O: tensor<i32>[N]) {
    for<unroll 0> i in range(4) {
    }
}
