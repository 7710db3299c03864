// SPDX-License-Identifier: Apache-2.0
// Turn by turn: threads scatter, a tile operation gathers, threads read.
@launch(64)
kernel threads_between_tile_operations_in_a_loop(O: tensor<i32>[64], turns: i32) {
    var s: tile<i32>[4, 16]
    var mine = ctx.thread
    for turn in range(turns) {
        let place = (ctx.thread + turn) % 64
        s[place / 16, place % 16] = mine
        let t = transpose(s)
        let sums = rowsum(t)
        mine = t[ctx.thread % 16, ctx.thread / 16] + sums[ctx.thread % 16, 0] % 101
    }
    O[ctx.thread] = mine
}
