// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel runs_that_overlap_by_an_element(O: tensor<i32>[64]) {
    var s: tile<i32>[257]
    store(s[ctx.thread * 4 :+ 5], ctx.thread)
    barrier()
    O[ctx.thread] = s[ctx.thread * 4]
}
