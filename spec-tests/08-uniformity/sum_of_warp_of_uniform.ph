// SPDX-License-Identifier: Apache-2.0
kernel sum_of_warp_of_uniform(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if sum<over ctx.lane>(X[ctx.block.x]) > 1 {
        barrier()
    }
}
