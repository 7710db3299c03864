// SPDX-License-Identifier: Apache-2.0
@launch(64)
fn half(x: i32) -> i32 {
    return x / 2
}

kernel attribute_before_a_function(O: tensor<i32>[N]) {
    O[ctx.thread] = half(ctx.thread)
}
