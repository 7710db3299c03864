// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel sum_by_atomic_additions_in_a_tile(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    atomic_add(s, 3, 1)
    barrier()
    O[0] = s[3]
}
