// SPDX-License-Identifier: Apache-2.0
kernel tile_without_value(O: tensor<i32>[N]) {
    var a: tile<i32>[4]
}
