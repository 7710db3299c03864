// SPDX-License-Identifier: Apache-2.0
kernel variable_declared_by_colon(O: tensor<i32>[N]) {
    x := 1
    O[ctx.thread] = x
}
