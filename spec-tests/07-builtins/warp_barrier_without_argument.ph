// SPDX-License-Identifier: Apache-2.0
kernel warp_barrier_without_argument(X: tensor<i32>[4], O: tensor<i32>[N]) {
    warp_barrier()
}
