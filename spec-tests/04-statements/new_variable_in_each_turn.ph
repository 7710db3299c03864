// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel new_variable_in_each_turn(O: tensor<i32>[64]) {
    var total = 0
    for i in range(4) {
        var here = 0
        here += i + ctx.thread
        let twice = here * 2
        total += twice
    }
    O[ctx.thread] = total
}
