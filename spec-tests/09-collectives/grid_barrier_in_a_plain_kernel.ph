// SPDX-License-Identifier: Apache-2.0
kernel grid_barrier_in_a_plain_kernel(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    grid_barrier(bar)
}
