// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_of_written_elements(O: tensor<i32>[64]) {
    var t: tile<i32>[64, 8]
    for j in range(8) {
        t[ctx.thread, j] = j
    }
    O[ctx.thread] = 1
    if ctx.thread == 5 {
        O[ctx.thread] = sum(t[ctx.thread, 0 :+ 8])
    }
}
