// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> i32 {
    return x / 2
}

kernel function_of_this_language(O: tensor<i32>[N]) {
    O[ctx.thread] = half(ctx.thread)
}
