// SPDX-License-Identifier: Apache-2.0
kernel operator_after_a_comment(O: tensor<i32>[N]) {
    let a = 1 // one
        + 2
    O[ctx.thread] = a
}
