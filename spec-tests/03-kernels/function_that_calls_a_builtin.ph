// SPDX-License-Identifier: Apache-2.0
fn down(x: i32) -> i32 {
    if x < 1 {
        return 0
    }
    return abs(x - 1)
}

kernel function_that_calls_a_builtin(O: tensor<i32>[N]) {
    O[ctx.thread] = down(ctx.lane)
}
