// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomics_of_all_blocks(X: tensor<i32>[4]) {
    if ctx.block.x < 4 {
        atomic_max(X, 3, 7)
    } else {
        atomic_max(X, 3, 7)
    }
}
