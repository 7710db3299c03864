// SPDX-License-Identifier: Apache-2.0
kernel axis_of_extent_outside(X: tensor<i32>[N, 8], F: tensor<f32>[N], P: tensor<bool>[N], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = extent(X, 2)
}
