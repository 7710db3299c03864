// SPDX-License-Identifier: Apache-2.0
kernel line_begins_with_operator(O: tensor<i32>[N]) {
    let a = 1
    - 2
}
