// SPDX-License-Identifier: Apache-2.0
kernel barrier_while_any_thread(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = X[ctx.thread]
    while any<over ctx.thread>(n > 0) {
        n -= 1
        barrier()
    }
}
