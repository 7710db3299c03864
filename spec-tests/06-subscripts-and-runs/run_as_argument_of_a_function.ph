// SPDX-License-Identifier: Apache-2.0
fn twice(x: i32) -> i32 {
    return 2 * x
}

kernel run_as_argument_of_a_function(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum(twice(X[0 :+ 4]))
}
