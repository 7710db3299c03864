// SPDX-License-Identifier: Apache-2.0
kernel tile_of_a_constant(O: tensor<i32>[N]) {
    var t: tile<i8>[64]
}
