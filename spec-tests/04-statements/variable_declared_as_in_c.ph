// SPDX-License-Identifier: Apache-2.0
kernel variable_declared_as_in_c(O: tensor<i32>[N]) {
    i32 x = 1
    O[ctx.thread] = x
}
