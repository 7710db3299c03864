// SPDX-License-Identifier: Apache-2.0
fn with_tile(t: tile<i32>[4]) {
}

kernel function_with_tile_parameter(O: tensor<i32>[N]) {
}
