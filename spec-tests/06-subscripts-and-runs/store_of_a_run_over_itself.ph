// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel store_of_a_run_over_itself(X: tensor<i32>[2, 8]) {
    if ctx.thread == 0 {
        store(X[0, 1 :+ 7], X[0, 0 :+ 7])
    }
    if ctx.thread == 1 {
        store(X[1, 0 :+ 7], X[1, 1 :+ 7] + X[1, 0 :+ 7])
    }
}
