// SPDX-License-Identifier: Apache-2.0
@launch(64)
@aligned(N = 16)
kernel aligned_dim(O: tensor<i32>[N]) {
    for i in range(ctx.thread, N, ctx.threads) {
        O[i] = N
    }
}
