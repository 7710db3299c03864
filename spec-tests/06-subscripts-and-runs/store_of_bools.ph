// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel store_of_bools(X: tensor<i32>[8], B: tensor<bool>[8], O: tensor<i32>[8]) {
    let t = ctx.thread
    if t == 0 {
        store(B[0 :+ 8], X[0 :+ 8] > 3)
    }
    barrier()
    if t < 8 {
        O[t] = where(B[t], 1, 0) + where(elem(!B[0 :+ 8], t), 2, 0)
    }
}
