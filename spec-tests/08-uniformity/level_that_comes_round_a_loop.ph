// SPDX-License-Identifier: Apache-2.0
kernel level_that_comes_round_a_loop(O: tensor<i32>[N]) {
    var a = 0
    var b = 0
    var c = 0
    for i in range(4) {
        if a > 2 { barrier() }
        a = b
        b = c
        c = ctx.thread
    }
}
