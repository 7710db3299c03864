// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel f16_beside_written_ones_written(O: tensor<f16>[N]) {
    var s: tile<f16>[129]
    s[ctx.thread + 0] = 1.0
    barrier()
    O[ctx.thread] = s[ctx.thread]
}
