// SPDX-License-Identifier: Apache-2.0
kernel tile_declared_in_body(O: tensor<i32>[N]) {
    var x: tile<f32>[4]
}
