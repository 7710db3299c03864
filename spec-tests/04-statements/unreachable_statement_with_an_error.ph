// SPDX-License-Identifier: Apache-2.0
kernel unreachable_statement_with_an_error(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
    return
    O[ctx.thread] = ctx.thread + i64(1)
}
