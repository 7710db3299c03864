// SPDX-License-Identifier: Apache-2.0
kernel tile_of_a_let(n: i32, O: tensor<i32>[N]) {
    let n = 2 * 8 % 9
    var t: tile<i32>[n]
    if ctx.thread == 0 { O[0] = extent(t, 0) }
}
