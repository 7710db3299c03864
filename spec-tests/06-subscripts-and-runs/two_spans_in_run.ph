// SPDX-License-Identifier: Apache-2.0
kernel two_spans_in_run(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    let t = ctx.thread
    O[t] = sum(X[0 :+ 2, 0 :+ 4])
}
