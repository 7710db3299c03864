// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel blocks_do_not_share_variables(O: tensor<i32>[7, 64]) {
    var n = 0
    for i in range(ctx.block.x + 1) {
        n += i * ctx.thread
    }
    O[ctx.block.x, ctx.thread] = n
}
