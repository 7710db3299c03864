// SPDX-License-Identifier: Apache-2.0
fn step(x: i32) -> i32 {
    return y
}
kernel function_sees_no_variable_of_its_caller(O: tensor<i32>[N]) {
    let y = 1
    O[ctx.thread] = step(y)
}
