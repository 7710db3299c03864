// SPDX-License-Identifier: Apache-2.0
kernel parameter_assigned(n: i32, O: tensor<i32>[N]) {
    var copy = n
    n = 2
}
