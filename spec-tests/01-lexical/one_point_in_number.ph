// SPDX-License-Identifier: Apache-2.0
kernel one_point_in_number(O: tensor<i32>[N]) {
    let a = 1.23
}
