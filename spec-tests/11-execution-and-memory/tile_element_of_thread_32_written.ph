// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel tile_element_of_thread_32_written(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    if ctx.thread != 232 {
        s[ctx.thread] = ctx.thread
    }
    barrier()
    O[ctx.thread] = s[127 - ctx.thread]
}
