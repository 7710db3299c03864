// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel copies_of_every_length(X: tensor<i32>[N], O: tensor<i32>[N]) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        O[i] = X[i] + N
    }
}
