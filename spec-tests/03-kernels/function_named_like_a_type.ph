// SPDX-License-Identifier: Apache-2.0
fn f16(x: i32) -> i32 {
    return x
}

kernel function_named_like_a_type(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
