// SPDX-License-Identifier: Apache-2.0
kernel unreachable_statement_warns(O: tensor<i32>[N]) {
    while ctx.lane > 40 {
        break
        O[ctx.thread] = 1
    }
}
