// SPDX-License-Identifier: Apache-2.0
@autotune(T in [4])
kernel dim_named_like_an_autotune_constant(S: i32, O: tensor<i32>[T]) {
    if ctx.thread < T { O[ctx.thread] = 1 }
}
