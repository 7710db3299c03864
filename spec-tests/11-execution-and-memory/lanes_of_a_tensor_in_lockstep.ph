// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel lanes_of_a_tensor_in_lockstep(X: tensor<i32>[128], O: tensor<i32>[128]) {
    X[ctx.thread] = ctx.thread
    O[ctx.thread] = X[ctx.thread ^ 31]
}
