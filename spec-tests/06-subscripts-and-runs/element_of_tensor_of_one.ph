// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel element_of_tensor_of_one(X: tensor<i32>[N], O: tensor<i32>[64]) {
    let t = ctx.thread
    if t == 5 {
        O[t] = X[N - 1]
    } else {
        O[t] = 2
    }
}
