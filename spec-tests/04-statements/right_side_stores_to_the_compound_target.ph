// SPDX-License-Identifier: Apache-2.0
fn tripled(O: tensor<i32>[64], i: i32) -> i32 {
    O[i] = O[i] * 3
    return i
}

@launch(64)
kernel right_side_stores_to_the_compound_target(O: tensor<i32>[64]) {
    O[ctx.thread] += tripled(O, ctx.thread)
}
