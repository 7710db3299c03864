// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel stored_run_inside(O: tensor<i32>[8]) {
    if ctx.thread == 5 {
        store(O[ctx.thread - 1 :+ 4], 7)
    }
}
