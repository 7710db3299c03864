// SPDX-License-Identifier: Apache-2.0
kernel continue_outside_loop(O: tensor<i32>[N]) {
    if ctx.thread == 0 { continue }
    O[ctx.thread] = 1
}
