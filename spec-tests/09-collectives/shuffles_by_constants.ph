// SPDX-License-Identifier: Apache-2.0
// Selectors that a compiler knows, on both sides of the warp's lanes.
@launch(64)
kernel shuffles_by_constants(O: tensor<i32>[9, 64]) {
    let v = ctx.lane
    O[0, ctx.thread] = shuffle(v, 37)
    O[1, ctx.thread] = shuffle(v, -1)
    O[2, ctx.thread] = shuffle_xor(v, 40)
    O[3, ctx.thread] = shuffle_up(v, 33)
    O[4, ctx.thread] = shuffle_up(v, -1)
    O[5, ctx.thread] = shuffle_down(v, 33)
    O[6, ctx.thread] = shuffle_down(v, -1)
    O[7, ctx.thread] = shuffle_up(v, 5)
    O[8, ctx.thread] = shuffle_down(v, 5)
}
