// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tensor_store_of_thread_32_behind_a_barrier_read_by_last_thread(X: tensor<i32>[8], O: tensor<i32>[N]) {
    if ctx.thread == 32 {
        X[5] = 7
    }
    barrier()
    if ctx.thread == 127 {
        O[0] = X[5]
    }
}
