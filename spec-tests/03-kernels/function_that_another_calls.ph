// SPDX-License-Identifier: Apache-2.0
fn even(x: i32) -> bool {
    return odd(x - 1)
}

fn odd(x: i32) -> bool {
    return x % 2 != 0
}

kernel function_that_another_calls(O: tensor<bool>[N]) {
    O[ctx.thread] = even(ctx.thread)
}
