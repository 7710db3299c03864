// SPDX-License-Identifier: Apache-2.0
fn scaled(x: i32, T: i32) -> i32 {
    return x * T
}

@autotune(T in [4])
kernel function_sees_its_argument(O: tensor<i32>[N]) {
    O[ctx.thread] = scaled(ctx.thread, T)
}
