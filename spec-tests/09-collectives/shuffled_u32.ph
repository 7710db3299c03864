// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shuffled_u32(
    X: tensor<u32>[64], ANY: tensor<u32>[64], XOR: tensor<u32>[64], UP: tensor<u32>[64],
    DOWN: tensor<u32>[64]
) {
    let x = X[ctx.thread]
    ANY[ctx.thread] = shuffle(x, 37)
    XOR[ctx.thread] = shuffle_xor(x, 13)
    UP[ctx.thread] = shuffle_up(x, 7)
    DOWN[ctx.thread] = shuffle_down(x, 30)
}
