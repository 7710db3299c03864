// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_flag_set_since_the_last_barrier(X: tensor<i32>[2], O: tensor<i32>[2, 128]) {
    let b = ctx.block.x
    X[b] = 1
    barrier()
    if ctx.thread >= 0 {
        X[b] = 1
    }
    O[b, ctx.thread] = X[b]
}
