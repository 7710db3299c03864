// SPDX-License-Identifier: Apache-2.0
kernel variable_counted_by_threads(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 0
    for i in range(ctx.thread) {
        n += 1
    }
    if n > 3 {
        barrier()
    }
}
