// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(LENGTH in [1, 64])
kernel sums_of_runs_i64(X: tensor<i64>[1, 80], FROM_TENSOR: tensor<i64>[16], FROM_BUFFER: tensor<i64>[16]) {
    var s: tile<i64>[2, 80]
    for i in range(ctx.thread, 80, ctx.threads) {
        s[1, i] = X[0, i]
    }
    barrier()
    if ctx.thread < 16 {
        FROM_TENSOR[ctx.thread] = sum(X[0, ctx.thread :+ LENGTH])
        FROM_BUFFER[ctx.thread] = sum(s[1, ctx.thread :+ LENGTH])
    }
}
