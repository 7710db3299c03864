// SPDX-License-Identifier: Apache-2.0
kernel variable_declared_by_var(O: tensor<i32>[N]) {
    var x = 1
    O[ctx.thread] = x
}
