// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_f32(
    X: tensor<f32>[64], ANY: tensor<f32>[64], XOR: tensor<f32>[64], UP: tensor<f32>[64],
    DOWN: tensor<f32>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
