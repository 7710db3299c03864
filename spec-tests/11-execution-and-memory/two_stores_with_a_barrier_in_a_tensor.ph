// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel two_stores_with_a_barrier_in_a_tensor(X: tensor<i32>[128], O: tensor<i32>[N]) {
    if ctx.thread == 0 {
        X[3] = 1
    }
    barrier()
    if ctx.thread == 100 {
        X[3] = 2
    }
    barrier()
    O[0] = X[3]
}
