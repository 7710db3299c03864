// SPDX-License-Identifier: Apache-2.0
kernel too_few_places(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = X[t]
}
