// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel store_and_atomic_in_a_tile(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 4
    }
    if ctx.thread == 100 {
        atomic_max(s, 3, 5)
    }
    barrier()
    O[0] = s[3]
}
