// SPDX-License-Identifier: Apache-2.0
fn other(x: i32) -> i32 { return x }
kernel kernel_named_unlike_a_function(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
