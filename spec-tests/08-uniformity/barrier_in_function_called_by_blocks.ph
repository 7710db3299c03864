// SPDX-License-Identifier: Apache-2.0
fn meet() {
    barrier()
}

kernel barrier_in_function_called_by_blocks(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if ctx.block.x == 0 {
        meet()
    }
}
