// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel store_under_block_condition_beside_collective(A: tensor<i32>[1], O: tensor<i32>[4, 64]) {
    let b = ctx.block.x
    if b == 0 {
        A[0] = 77
    }
    let total = sum<over ctx.thread>(ctx.thread + b)
    O[b, ctx.thread] = total + ctx.thread
}
