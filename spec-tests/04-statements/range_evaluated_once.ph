// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel range_evaluated_once(O: tensor<i32>[64]) {
    var end = ctx.thread % 7
    var step = 1
    var turns = 0
    for i in range(0, end, step) {
        end = 100
        step = 50
        turns += i + 1
    }
    O[ctx.thread] = turns
}
