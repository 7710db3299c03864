// SPDX-License-Identifier: Apache-2.0
kernel tensor_declared_in_body(O: tensor<i32>[N]) {
    var x: tensor<f32>[4]
}
