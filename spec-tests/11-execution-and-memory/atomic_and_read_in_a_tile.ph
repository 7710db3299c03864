// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel atomic_and_read_in_a_tile(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        atomic_add(s, 3, 1)
    }
    if ctx.thread == 100 {
        O[0] = s[3]
    }
}
