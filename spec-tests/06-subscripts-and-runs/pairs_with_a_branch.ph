// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel pairs_with_a_branch(X: tensor<i32>[64], O: tensor<i32>[64, 2]) {
    let t = ctx.thread
    var second = X[t]
    if second % 3 == 0 {
        second = -second
    } else {
        second = second * 2
    }
    store(O[t, 0 :+ 2], X[t])
    store(O[t, 1 :+ 1], second)
}
