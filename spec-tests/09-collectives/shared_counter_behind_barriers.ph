// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel shared_counter_behind_barriers(O: tensor<i32>[128]) {
    var counter: tile<i32>[1]
    if ctx.thread == 0 {
        counter[0] = 0
    }
    barrier()
    var seen = 0
    for i in range(10) {
        if ctx.thread == 0 {
            counter[0] = counter[0] + i
        }
        barrier()
        seen += counter[0]
        barrier()
    }
    O[ctx.thread] = seen
}
