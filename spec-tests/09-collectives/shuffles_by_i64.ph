// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel shuffles_by_i64(
    d: i64, ANY: tensor<i32>[128], XOR: tensor<i32>[128], UP: tensor<i32>[128], DOWN: tensor<i32>[128]
) {
    let v = ctx.thread * 3 + 1
    ANY[ctx.thread] = shuffle(v, d)
    XOR[ctx.thread] = shuffle_xor(v, d)
    UP[ctx.thread] = shuffle_up(v, d)
    DOWN[ctx.thread] = shuffle_down(v, d)
}
