// SPDX-License-Identifier: Apache-2.0
// A tile operation orders accesses to tensors too: a slice sees what threads of its block stored before it, and threads
// see what a slice assignment wrote.
@launch(64)
kernel global_stores_before_a_slice(T: tensor<i32>[2, 64], O: tensor<i32>[2, 64]) {
    T[0, ctx.thread] = 63 - ctx.thread
    T[1, :] = T[0, :] * 2
    O[0, ctx.thread] = T[1, (ctx.thread + 1) % 64]
    T[0, :] = iota(64)
    O[1, ctx.thread] = T[0, 63 - ctx.thread]
}
