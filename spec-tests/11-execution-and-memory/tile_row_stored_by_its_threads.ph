// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tile_row_stored_by_its_threads(O: tensor<i32>[N]) {
    var s: tile<i32>[16, 8]
    s[ctx.thread / 8, ctx.thread % 8] = ctx.thread
    O[ctx.thread] = s[ctx.thread / 8, ctx.thread % 8]
}
