// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> i32 { return x / 2 }
kernel function_outside_of_a_kernel(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
