// SPDX-License-Identifier: Apache-2.0
kernel identifier_as_name(O: tensor<i32>[N]) {
    let inner = 1
}
