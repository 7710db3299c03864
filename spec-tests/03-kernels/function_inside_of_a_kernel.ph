// SPDX-License-Identifier: Apache-2.0
kernel function_inside_of_a_kernel(O: tensor<i32>[N]) {
    fn half(x: i32) -> i32 { return x / 2 }
    O[ctx.thread] = 1
}
