// SPDX-License-Identifier: Apache-2.0
kernel tile_of_too_many_elements(O: tensor<i32>[N]) {
    var t: tile<i8>[1024, 1025]
}
