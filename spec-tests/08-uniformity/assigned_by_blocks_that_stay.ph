// SPDX-License-Identifier: Apache-2.0
kernel assigned_by_blocks_that_stay(O: tensor<i32>[N]) {
    var n = 0
    for i in range(3) {
        if ctx.block.x == i { n = 1 }
        O[ctx.thread] = n
        if n > 5 { barrier() }
    }
}
