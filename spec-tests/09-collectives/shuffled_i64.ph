// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_i64(
    X: tensor<i64>[64], ANY: tensor<i64>[64], XOR: tensor<i64>[64], UP: tensor<i64>[64],
    DOWN: tensor<i64>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
