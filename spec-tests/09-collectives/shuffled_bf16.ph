// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_bf16(
    X: tensor<bf16>[64], ANY: tensor<bf16>[64], XOR: tensor<bf16>[64], UP: tensor<bf16>[64],
    DOWN: tensor<bf16>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
