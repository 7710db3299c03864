// SPDX-License-Identifier: Apache-2.0
@autotune(T in [16])
@aligned(T = 16)
kernel aligned_autotune_constant_that_is_a_multiple(O: tensor<i32>[T]) {
    if ctx.thread < T { O[ctx.thread] = 1 }
}
