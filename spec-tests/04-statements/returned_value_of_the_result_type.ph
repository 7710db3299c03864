// SPDX-License-Identifier: Apache-2.0
fn half(x: i32) -> f32 {
    return f32(x / 2)
}

kernel returned_value_of_the_result_type(O: tensor<f32>[N]) {
    O[ctx.thread] = half(8)
}
