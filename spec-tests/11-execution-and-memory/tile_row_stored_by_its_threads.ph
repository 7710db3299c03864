// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tile_row_stored_by_its_threads(O: tensor<i32>[N]) {
    var s: tile<i32>[32, 4]
    s[ctx.thread % 32, ctx.thread / 32] = ctx.thread
    barrier()
    O[ctx.thread] = s[ctx.thread % 32, ctx.thread / 32]
}
