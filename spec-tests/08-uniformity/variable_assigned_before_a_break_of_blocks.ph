// SPDX-License-Identifier: Apache-2.0
kernel variable_assigned_before_a_break_of_blocks(O: tensor<i32>[N]) {
    var n = 0
    for i in range(4) {
        n = i
        if ctx.block.x == i { break }
    }
    if n > 2 { barrier() }
    O[ctx.thread] = n
}
