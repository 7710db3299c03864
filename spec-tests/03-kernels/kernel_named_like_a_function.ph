// SPDX-License-Identifier: Apache-2.0
fn kernel_named_like_a_function(x: i32) -> i32 { return x }
kernel kernel_named_like_a_function(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
