// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel element_of_empty_tensor(X: tensor<i32>[N], O: tensor<i32>[64]) {
    let t = ctx.thread
    if t == 5 {
        O[t] = X[0]
    } else {
        O[t] = 2
    }
}
