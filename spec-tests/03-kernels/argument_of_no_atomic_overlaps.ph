// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel argument_of_no_atomic_overlaps(X: tensor<i32>[N], Y: tensor<i32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
    atomic_add(O, ctx.thread, X[ctx.thread])
}
