// SPDX-License-Identifier: Apache-2.0
kernel barrier_in_a_plain_kernel(bar: tensor<i32>[2], O: tensor<i32>[N]) {
    barrier()
}
