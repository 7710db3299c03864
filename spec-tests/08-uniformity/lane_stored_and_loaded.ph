// SPDX-License-Identifier: Apache-2.0
kernel lane_stored_and_loaded(O: tensor<i32>[N]) {
    var s: tile<i32>[64]
    s[ctx.thread % 64] = 0
    barrier()
    if s[3] == 0 {
        barrier()
    }
}
