// SPDX-License-Identifier: Apache-2.0
fn f15(x: i32) -> i32 {
    return x
}

kernel function_named_like_no_type(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
