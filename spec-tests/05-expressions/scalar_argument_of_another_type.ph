// SPDX-License-Identifier: Apache-2.0
fn half(x: i64) -> i64 {
    return x / 2
}

kernel scalar_argument_of_another_type(O: tensor<i64>[N]) {
    O[ctx.thread] = half(ctx.thread)
}
