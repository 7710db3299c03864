// SPDX-License-Identifier: Apache-2.0
fn power(n: i32) -> i32 {
    return 1 << n
}

@launch(64)
kernel shift_in_a_called_function_too_far(O: tensor<i32>[64]) {
    O[ctx.thread] = power(ctx.thread)
}
