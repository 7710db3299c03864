// SPDX-License-Identifier: Apache-2.0
kernel warp_itself(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.warp == 1 {
        warp_barrier()
    }
}
