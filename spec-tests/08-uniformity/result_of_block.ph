// SPDX-License-Identifier: Apache-2.0
fn same(i: i32) -> i32 {
    return i
}

kernel result_of_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if same(ctx.block.x) == 1 {
        barrier()
    }
}
