// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_are_each_threads_own(X: tensor<i32>[256], O: tensor<i32>[256]) {
    let t = ctx.thread
    store(O[t * 4 :+ 4], X[(63 - t) * 4 :+ 4] + t)
}
