// SPDX-License-Identifier: Apache-2.0
kernel compound_division_by_constant_two(O: tensor<i32>[N]) {
    var x = ctx.thread
    x /= 2
    O[ctx.thread] = x
}
