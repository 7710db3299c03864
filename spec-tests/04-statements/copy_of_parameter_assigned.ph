// SPDX-License-Identifier: Apache-2.0
kernel copy_of_parameter_assigned(n: i32, O: tensor<i32>[N]) {
    var copy = n
    copy = 2
}
