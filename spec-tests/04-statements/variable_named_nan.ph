// SPDX-License-Identifier: Apache-2.0
kernel variable_named_nan(O: tensor<i32>[N]) {
    let nan = 1
    O[ctx.thread] = 1
}
