// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel bool_beside_written_ones_never_written(O: tensor<bool>[N]) {
    var s: tile<bool>[129]
    s[ctx.thread + 1] = true
    barrier()
    O[ctx.thread] = s[ctx.thread]
}
