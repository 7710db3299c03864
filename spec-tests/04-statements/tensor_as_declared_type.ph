// SPDX-License-Identifier: Apache-2.0
kernel tensor_as_declared_type(O: tensor<i32>[N]) {
    let t: tensor<i32>[N] = O[0]
}
