// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel sum_of_blocks_by_atomic_additions(X: tensor<i32>[4]) {
    if ctx.thread == 127 {
        atomic_add(X, 3, 1)
    }
}
