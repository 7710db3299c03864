// SPDX-License-Identifier: Apache-2.0
fn half(x: i64) -> i64 {
    return x / 2
}

kernel scalar_argument_of_its_type(O: tensor<i64>[N]) {
    O[ctx.thread] = half(i64(ctx.thread))
}
