// SPDX-License-Identifier: Apache-2.0
kernel with_tile(t: tile<i32>[4]) {
}

kernel kernel_with_tile_parameter(O: tensor<i32>[N]) {
}
