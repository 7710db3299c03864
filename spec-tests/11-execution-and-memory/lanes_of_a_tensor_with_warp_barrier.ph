// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel lanes_of_a_tensor_with_warp_barrier(X: tensor<i32>[128], O: tensor<i32>[128]) {
    X[ctx.thread] = ctx.thread
    warp_barrier()
    O[ctx.thread] = X[ctx.thread ^ 31]
}
