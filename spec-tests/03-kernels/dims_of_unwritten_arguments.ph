// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel dims_of_unwritten_arguments(O: tensor<i32>[M, N]) {
    for i in range(ctx.thread, M * N, ctx.threads) {
        O[i / N, i % N] = i
    }
}
