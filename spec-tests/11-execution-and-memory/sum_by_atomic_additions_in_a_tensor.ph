// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel sum_by_atomic_additions_in_a_tensor(X: tensor<i32>[128], O: tensor<i32>[N]) {
    atomic_add(X, 3, 1)
    barrier()
    O[0] = X[3]
}
