// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_f64(
    X: tensor<f64>[64], ANY: tensor<f64>[64], XOR: tensor<f64>[64], UP: tensor<f64>[64],
    DOWN: tensor<f64>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
