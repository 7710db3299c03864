// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel ballot_and_barrier_between_store_and_read(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 1
    }
    let unused = ballot(true)
    barrier()
    if ctx.thread == 127 {
        O[0] = s[3]
    }
}
