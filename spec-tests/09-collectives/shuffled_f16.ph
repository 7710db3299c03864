// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_f16(
    X: tensor<f16>[64], ANY: tensor<f16>[64], XOR: tensor<f16>[64], UP: tensor<f16>[64],
    DOWN: tensor<f16>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
