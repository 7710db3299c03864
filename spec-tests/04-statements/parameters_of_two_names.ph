// SPDX-License-Identifier: Apache-2.0
fn f(a: i32, b: i32) -> i32 {
    return a
}

kernel parameters_of_two_names(O: tensor<i32>[N]) {
    O[ctx.thread] = f(1, 2)
}
