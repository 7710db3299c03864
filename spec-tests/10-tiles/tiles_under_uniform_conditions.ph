// SPDX-License-Identifier: Apache-2.0
// Any uniform condition may decide whether a tile operation is executed: of the block, of a scalar, of an element.
@launch(64)
kernel tiles_under_uniform_conditions(X: tensor<i32>[4], flag: bool, O: tensor<i32>[B, 3]) {
    var t: tile<i32>[1, 3] = 0
    if ctx.block.x % 2 == 1 {
        t += iota(3)
    } else if flag && X[ctx.block.x % 4] > 0 {
        t -= iota(3)
    } else {
        O[ctx.block.x, :] = -1
        return
    }
    if any<over ctx.thread>(X[ctx.thread % 4] > 5) {
        t *= 10
    }
    O[ctx.block.x, :] = t
}
