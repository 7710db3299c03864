// SPDX-License-Identifier: Apache-2.0
kernel elem_of_an_element(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = elem(X[t, 0], 0)
}
