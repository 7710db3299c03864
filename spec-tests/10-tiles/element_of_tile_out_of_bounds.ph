// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel element_of_tile_out_of_bounds(O: tensor<i32>[64], n: i32) {
    var t: tile<i32>[8, 8] = 3
    O[ctx.thread] = t[ctx.thread / n, ctx.thread % n]
}
