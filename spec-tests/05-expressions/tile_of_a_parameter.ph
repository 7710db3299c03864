// SPDX-License-Identifier: Apache-2.0
kernel tile_of_a_parameter(n: i32, O: tensor<i32>[N]) {
    var t: tile<i32>[n]
}
