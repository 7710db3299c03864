// SPDX-License-Identifier: Apache-2.0
kernel context_as_name(O: tensor<i32>[N]) {
    let context = 1
}
