// SPDX-License-Identifier: Apache-2.0
kernel tile_of_one_element(O: tensor<i32>[N]) {
    var t: tile<i8>[4, 1]
}
