// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel flag_written_before_all_have_read(O: tensor<i32>[128]) {
    var flag: tile<i32>[1]
    var seen = 0
    for i in range(3) {
        if ctx.thread == 0 {
            flag[0] = i
        }
        barrier()
        seen += flag[0]
        warp_barrier()
    }
    O[ctx.thread] = seen
}
