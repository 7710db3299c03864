// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel sum_over_lanes_between_store_and_read(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    if ctx.thread == 0 {
        s[3] = 1
    }
    let unused = sum<over ctx.lane>(1)
    if ctx.thread == 127 {
        O[0] = s[3]
    }
}
