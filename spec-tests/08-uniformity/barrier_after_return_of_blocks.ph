// SPDX-License-Identifier: Apache-2.0
kernel barrier_after_return_of_blocks(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.block.x >= N {
        return
    }
    barrier()
}
