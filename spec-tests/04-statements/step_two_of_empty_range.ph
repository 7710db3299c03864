// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel step_two_of_empty_range(S: tensor<i32>[64], O: tensor<i32>[64]) {
    var n = 0
    for i in range(4, 0, S[ctx.thread]) {
        n += 1
    }
    O[ctx.thread] = n
}
