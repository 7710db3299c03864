// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel value_chosen_by_thread_used_as_index(X: tensor<i32>[4], O: tensor<i32>[64]) {
    var x = 0
    if ctx.thread == 0 {
        x = 1
    } else {
        x = 2
    }
    var y = X[x]
    if x == 1 {
        y += 100
    }
    O[ctx.thread] = y
}
