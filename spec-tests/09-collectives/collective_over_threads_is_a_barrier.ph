// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel collective_over_threads_is_a_barrier(O: tensor<i32>[128]) {
    var s: tile<i32>[128]
    s[ctx.thread] = ctx.thread
    let all_there = sum<over ctx.thread>(1)
    O[ctx.thread] = s[127 - ctx.thread] + all_there
}
