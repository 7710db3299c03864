// SPDX-License-Identifier: Apache-2.0
fn even(x: i32) -> bool {
    return odd(x - 1)
}

fn odd(x: i32) -> bool {
    return even(x - 1)
}

kernel functions_that_call_each_other(O: tensor<bool>[N]) {
    O[ctx.thread] = even(ctx.thread)
}
