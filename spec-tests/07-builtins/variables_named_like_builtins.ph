// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel variables_named_like_builtins(sum: i32, X: tensor<i32>[64], tile: tensor<i32>[64]) {
    let max = sum + 1
    let range = 3
    var i32 = 0
    var over = max<range
    for unroll in range(range) {
        i32 += max(max, unroll) + min(sum, 0)
    }
    over = over && true
    tile[ctx.thread] = sum<over ctx.lane>(i32) + where(over, 1, 0) + X[ctx.thread]
}
