// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel lane_out_of_bounds_before_barrier(X: tensor<i32>[N], O: tensor<i32>[64]) {
    var t: tile<i32>[64]
    var from = ctx.thread
    if from == 5 {
        from = N
    }
    t[ctx.thread] = X[from]
    barrier()
    O[ctx.thread] = t[63 - ctx.thread]
}
