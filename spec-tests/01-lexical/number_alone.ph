// SPDX-License-Identifier: Apache-2.0
kernel number_alone(O: tensor<i32>[N]) {
    let a = 34
}
