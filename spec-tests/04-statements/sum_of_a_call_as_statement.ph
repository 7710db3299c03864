// SPDX-License-Identifier: Apache-2.0
kernel sum_of_a_call_as_statement(O: tensor<i32>[N]) {
    (min(1, 2) + 1)
    O[ctx.thread] = 1
}
