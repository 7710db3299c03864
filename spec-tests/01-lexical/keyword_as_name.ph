// SPDX-License-Identifier: Apache-2.0
kernel keyword_as_name(O: tensor<i32>[N]) {
    let in = 1
}
