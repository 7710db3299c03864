// SPDX-License-Identifier: Apache-2.0
kernel incremented_by_one(O: tensor<i32>[N]) {
    var a = 1
    a += 1
}
