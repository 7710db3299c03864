// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel element_past_the_end(X: tensor<i32>[N], O: tensor<i32>[64]) {
    var i = ctx.thread
    if i == 5 {
        i = N
    }
    O[ctx.thread] = X[i]
}
