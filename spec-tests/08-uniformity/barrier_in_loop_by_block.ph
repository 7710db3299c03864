// SPDX-License-Identifier: Apache-2.0
kernel barrier_in_loop_by_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    for i in range(ctx.block.x) {
        barrier()
    }
}
