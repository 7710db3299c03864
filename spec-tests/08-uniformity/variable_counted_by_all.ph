// SPDX-License-Identifier: Apache-2.0
kernel variable_counted_by_all(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var n = 0
    for i in range(ctx.threads) {
        n += 1
    }
    if n > 3 {
        barrier()
    }
}
