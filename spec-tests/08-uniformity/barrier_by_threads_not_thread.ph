// SPDX-License-Identifier: Apache-2.0
kernel barrier_by_threads_not_thread(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.block.x > ctx.threads { barrier() }
    O[ctx.thread] = 1
}
