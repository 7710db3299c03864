// SPDX-License-Identifier: Apache-2.0
@persistent
kernel grid_barrier_with_argument(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    grid_barrier(bar)
}
