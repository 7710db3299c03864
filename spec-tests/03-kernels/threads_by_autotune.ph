// SPDX-License-Identifier: Apache-2.0
@autotune(T in [64, 512])
@launch(T, 2, 64)
kernel threads_by_autotune(O: tensor<i32>[T]) {
    O[ctx.thread] = ctx.threads
}
