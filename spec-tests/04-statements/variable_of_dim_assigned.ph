// SPDX-License-Identifier: Apache-2.0
kernel variable_of_dim_assigned(O: tensor<i32>[N]) {
    var n = N
    n = 1
}
