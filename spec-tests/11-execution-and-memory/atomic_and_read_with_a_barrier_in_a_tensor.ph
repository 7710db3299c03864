// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomic_and_read_with_a_barrier_in_a_tensor(X: tensor<i32>[128], O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        atomic_add(X, 3, 1)
    }
    barrier()
    if ctx.thread == 100 {
        O[0] = X[3]
    }
}
