// SPDX-License-Identifier: Apache-2.0
kernel infinite_as_name(O: tensor<i32>[N]) {
    let infinite = 1
}
