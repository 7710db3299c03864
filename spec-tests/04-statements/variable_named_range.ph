// SPDX-License-Identifier: Apache-2.0
kernel variable_named_range(O: tensor<i32>[N]) {
    let range = 1
    O[ctx.thread] = range
}
