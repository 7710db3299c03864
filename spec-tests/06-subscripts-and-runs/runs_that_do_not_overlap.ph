// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_that_do_not_overlap(O: tensor<i32>[64]) {
    var s: tile<i32>[257]
    store(s[ctx.thread * 4 :+ 4], ctx.thread)
    barrier()
    O[ctx.thread] = s[ctx.thread * 4]
}
