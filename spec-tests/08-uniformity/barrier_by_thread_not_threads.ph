// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_thread_not_threads(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.thread > ctx.threads { barrier() }
    O[ctx.thread] = 1
}
