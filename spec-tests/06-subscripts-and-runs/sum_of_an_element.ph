// SPDX-License-Identifier: Apache-2.0
kernel sum_of_an_element(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[t, 0])
}
