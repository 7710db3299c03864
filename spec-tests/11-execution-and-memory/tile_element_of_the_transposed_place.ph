// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tile_element_of_the_transposed_place(O: tensor<i32>[N]) {
    var s: tile<i32>[32, 4]
    let i = ctx.thread / 4
    let j = ctx.thread % 4
    s[i, j] = 9
    barrier()
    s[i, j] = ctx.thread
    O[ctx.thread] = s[31 - i, j]
}
