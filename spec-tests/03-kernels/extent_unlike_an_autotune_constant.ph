// SPDX-License-Identifier: Apache-2.0
@autotune(N in [128])
kernel extent_unlike_an_autotune_constant(O: tensor<i32>[N]) {
    if ctx.thread < N { O[ctx.thread] = N }
}
