// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel compare_exchange_and_store_in_a_tile(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        atomic_cas(s, 3, 1, 8)
    }
    if ctx.thread == 100 {
        s[3] = 2
    }
    barrier()
    O[0] = s[3]
}
