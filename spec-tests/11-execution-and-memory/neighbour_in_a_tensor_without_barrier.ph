// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel neighbour_in_a_tensor_without_barrier(G: tensor<i32>[64], O: tensor<i32>[64]) {
    G[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = G[63 - ctx.thread]
}
