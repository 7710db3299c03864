// SPDX-License-Identifier: Apache-2.0
kernel tile_of_four_axes(O: tensor<i32>[N]) {
    let t: tile<i32>[1, 2, 2, 2] = 1
    O[ctx.thread] = t[0, 0, 0, 0]
}
