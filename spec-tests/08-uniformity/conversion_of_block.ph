// SPDX-License-Identifier: Apache-2.0
kernel conversion_of_block(X: tensor<i32>[N], O: tensor<i32>[N]) {
    if f32(ctx.block.x) > 0.5 {
        barrier()
    }
}
