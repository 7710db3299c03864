// SPDX-License-Identifier: Apache-2.0
fn next(x: i32) -> i32 {
    var x = x + 1
    return x
}

kernel copy_of_parameter_of_function_assigned(O: tensor<i32>[N]) {
    O[ctx.thread] = next(ctx.thread)
}
