// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel subscript_of_small_u32(I: tensor<u32>[1], X: tensor<i32>[N], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = X[I[0]]
    }
}
