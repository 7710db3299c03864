// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel tile_element_written(O: tensor<i32>[64]) {
    var t: tile<i32>[64]
    if ctx.thread >= 0 {
        t[ctx.thread] = 4
    }
    O[ctx.thread] = t[ctx.thread]
}
