// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel four_axes(X: tensor<i32>[A, B, C, D], O: tensor<i32>[D, C, B, A]) {
    for e in range(ctx.thread, A * B * C * D, ctx.threads) {
        let a = e / (B * C * D)
        let b = e / (C * D) % B
        let c = e / D % C
        let d = e % D
        O[d, c, b, a] = X[a, b, c, d]
    }
}
