// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel sum_by_plain_additions_in_a_tile(O: tensor<i32>[N]) {
    var s: tile<i32>[128]
    s[ctx.thread] = 9
    barrier()
    s[3 + ctx.thread / 128] += 1
    barrier()
    O[0] = s[3]
}
