// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_with_their_tail_of_every_length(X: tensor<i32>[N], O: tensor<i32>[N], S: tensor<i32>[1]) {
    let whole = N - N % 4
    var mine = 0
    for k in range(ctx.thread * 4, whole, ctx.threads * 4) {
        store(O[k :+ 4], X[k :+ 4] * 3)
        mine += sum(X[k :+ 4])
    }
    for k in range(whole + ctx.thread, N, ctx.threads) {
        O[k] = X[k] * 3
        mine += X[k]
    }
    let all = sum<over ctx.thread>(mine)
    if ctx.thread == 0 { S[0] = all }
}
