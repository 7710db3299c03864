// SPDX-License-Identifier: Apache-2.0
kernel tile_parameter_of_a_kernel(X: tile<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
