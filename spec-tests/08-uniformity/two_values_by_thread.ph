// SPDX-License-Identifier: Apache-2.0
kernel two_values_by_thread(X: tensor<i32>[N], O: tensor<i32>[N]) {
    var x = 0
    if ctx.thread == 0 {
        x = 1
    } else {
        x = 2
    }
    if O[x] > 0 {
        barrier()
    }
}
