// SPDX-License-Identifier: Apache-2.0
fn other(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}

kernel function_called(O: tensor<i32>[N]) {
    other(O)
}
