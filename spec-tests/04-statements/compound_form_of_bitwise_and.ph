// SPDX-License-Identifier: Apache-2.0
kernel compound_form_of_bitwise_and(O: tensor<i32>[N]) {
    var b = true
    b &= ctx.thread > 0
    if b { O[ctx.thread] = 1 }
}
