// SPDX-License-Identifier: Apache-2.0
kernel bracketed_call_as_statement(O: tensor<i32>[N]) {
    (min(1, (2) + 1))
    O[ctx.thread] = 1
}
