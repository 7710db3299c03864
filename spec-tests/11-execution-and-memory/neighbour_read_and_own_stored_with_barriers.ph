// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel neighbour_read_and_own_stored_with_barriers(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    for i in range(0, 3) {
        let next = s[(ctx.thread + 32) % 128]
        barrier()
        s[ctx.thread] = next + 1
        barrier()
    }
    O[ctx.thread] = s[ctx.thread]
}
