// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_store_of_last_thread_behind_a_barrier_read_by_thread_0(X: tensor<i32>[8], O: tensor<i32>[N]) {
    if ctx.thread == 127 {
        X[5] = 7
    }
    barrier()
    if ctx.thread == 0 {
        O[0] = X[5]
    }
}
