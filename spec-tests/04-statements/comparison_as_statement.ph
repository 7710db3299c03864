// SPDX-License-Identifier: Apache-2.0
kernel comparison_as_statement(O: tensor<i32>[N]) {
    var x = ctx.thread
    x == 1
    O[ctx.thread] = x
}
