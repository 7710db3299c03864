// SPDX-License-Identifier: Apache-2.0
kernel dim_assigned(O: tensor<i32>[N]) {
    var n = N
    N = 1
}
