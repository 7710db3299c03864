// SPDX-License-Identifier: Apache-2.0
fn f(a: i32, a: i32) -> i32 {
    return a
}

kernel parameter_declared_twice(O: tensor<i32>[N]) {
    O[ctx.thread] = f(1, 2)
}
