// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_with_unwritten_element(O: tensor<i32>[64]) {
    var t: tile<i32>[64, 8]
    for j in range(7) {
        t[ctx.thread, j] = j
    }
    O[ctx.thread] = 1
    if ctx.thread == 5 {
        O[ctx.thread] = sum(t[ctx.thread, 0 :+ 8])
    }
}
