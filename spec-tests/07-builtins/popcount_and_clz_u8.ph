// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel popcount_and_clz_u8(
    X: tensor<u8>[N],
    ONES: tensor<i32>[N],
    ZEROS: tensor<i32>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        ONES[i] = popcount(X[i])
        ZEROS[i] = clz(X[i])
    }
}
