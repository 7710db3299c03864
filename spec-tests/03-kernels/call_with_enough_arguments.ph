// SPDX-License-Identifier: Apache-2.0
fn add(a: i32, b: i32) -> i32 {
    return a + b
}

kernel call_with_enough_arguments(O: tensor<i32>[N]) {
    O[ctx.thread] = add(1, 2)
}
