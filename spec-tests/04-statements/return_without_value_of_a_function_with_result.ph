// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> i32 {
    if x < 0 { return }
    return x / 2
}

kernel return_without_value_of_a_function_with_result(O: tensor<i32>[N]) {
    O[ctx.thread] = half(8)
}
