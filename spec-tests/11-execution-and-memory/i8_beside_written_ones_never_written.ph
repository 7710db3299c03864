// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel i8_beside_written_ones_never_written(O: tensor<i8>[N]) {
    var s: tile<i8>[129]
    s[ctx.thread + 1] = 1
    barrier()
    O[ctx.thread] = s[ctx.thread]
}
