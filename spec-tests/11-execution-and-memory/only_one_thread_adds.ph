// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel only_one_thread_adds(O: tensor<i32>[1]) {
    var turns = 0
    for i in range(ctx.thread) {
        turns += 1
    }
    barrier()
    if ctx.thread == 0 {
        O[0] += 1
    }
}
