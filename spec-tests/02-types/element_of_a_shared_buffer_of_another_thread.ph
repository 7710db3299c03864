// SPDX-License-Identifier: Apache-2.0
kernel element_of_a_shared_buffer_of_another_thread(O: tensor<i32>[256]) {
    var s: tile<i32>[256]
    if ctx.thread == 0 { s[ctx.thread] = 7 }
    if ctx.warp == 0 { O[ctx.thread] = s[ctx.thread] }
}
