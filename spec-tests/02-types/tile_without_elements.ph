// SPDX-License-Identifier: Apache-2.0
kernel tile_without_elements(O: tensor<i32>[N]) {
    var t: tile<i8>[4, 0]
}
