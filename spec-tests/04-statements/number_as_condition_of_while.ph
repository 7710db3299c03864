// SPDX-License-Identifier: Apache-2.0
kernel number_as_condition_of_while(O: tensor<i32>[N]) {
    var n = 3
    while n {
        n -= 1
    }
    O[ctx.thread] = n
}
