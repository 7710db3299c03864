// SPDX-License-Identifier: Apache-2.0
kernel var_assigned(O: tensor<i32>[N]) {
    var a = 1
    a = 2
}
