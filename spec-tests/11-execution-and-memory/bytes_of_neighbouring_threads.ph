// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bytes_of_neighbouring_threads(A: tensor<i8>[3, 64], B: tensor<f16>[64], C: tensor<bool>[64]) {
    A[ctx.block.x, ctx.thread] = i8(ctx.thread + ctx.block.x)
    if ctx.block.x == 0 {
        B[ctx.thread] = f16(ctx.thread)
        C[ctx.thread] = ctx.thread % 2 == 1
    }
}
