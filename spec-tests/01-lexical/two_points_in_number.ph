// SPDX-License-Identifier: Apache-2.0
kernel two_points_in_number(O: tensor<i32>[N]) {
    let a = 1.2.3
}
