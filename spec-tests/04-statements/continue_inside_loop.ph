// SPDX-License-Identifier: Apache-2.0
kernel continue_inside_loop(O: tensor<i32>[N]) {
    for i in range(1) { continue }
    O[ctx.thread] = 1
}
