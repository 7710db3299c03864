// SPDX-License-Identifier: Apache-2.0
fn scaled(x: i32) -> i32 {
    return x * T
}

@autotune(T in [4])
kernel function_sees_no_autotune_constant(O: tensor<i32>[N]) {
    O[ctx.thread] = scaled(ctx.thread)
}
