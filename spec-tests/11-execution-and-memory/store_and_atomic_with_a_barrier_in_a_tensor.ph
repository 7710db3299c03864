// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_and_atomic_with_a_barrier_in_a_tensor(X: tensor<i32>[128], O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        X[3] = 4
    }
    barrier()
    if ctx.thread == 100 {
        atomic_max(X, 3, 5)
    }
    barrier()
    O[0] = X[3]
}
