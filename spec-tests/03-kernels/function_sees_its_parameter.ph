// SPDX-License-Identifier: Apache-2.0
fn step(x: i32) -> i32 {
    return x
}
kernel function_sees_its_parameter(O: tensor<i32>[N]) {
    let y = 1
    O[ctx.thread] = step(y)
}
