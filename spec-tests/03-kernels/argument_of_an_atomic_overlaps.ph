// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel argument_of_an_atomic_overlaps(X: tensor<i32>[N], Y: tensor<i32>[N], O: tensor<i32>[N]) {
    atomic_add(Y, ctx.thread, 1)
    O[ctx.thread] = X[ctx.thread]
}
