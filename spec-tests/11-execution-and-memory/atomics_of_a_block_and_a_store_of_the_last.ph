// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomics_of_a_block_and_a_store_of_the_last(X: tensor<i32>[4]) {
    if ctx.block.x < 4 {
        atomic_max(X, 3, 7)
    } else {
        X[3] = 7
    }
}
