// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel run_whose_last_part_was_written(O: tensor<i32>[N]) {
    var s: tile<i32>[1024]
    for j in range(0, 8) {
        s[ctx.thread * 8 + j] = j
    }
    O[ctx.thread] = sum(s[ctx.thread * 8 :+ 8])
}
