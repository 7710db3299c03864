// The error of each exp grows on its way through sums, a quotient and a logarithm.
@launch(64)
kernel softmax(X: tensor<f32>[M, N], O: tensor<f32>[M, N], L: tensor<f32>[M]) {
    for row in range(ctx.block.x, M, ctx.grid.x) {
        var greatest = -inf
        for j in range(ctx.thread, N, ctx.threads) {
            greatest = max(greatest, X[row, j])
        }
        greatest = max<over ctx.thread>(greatest)
        var total = 0.0
        for j in range(ctx.thread, N, ctx.threads) {
            total += exp(X[row, j] - greatest)
        }
        total = sum<over ctx.thread>(total)
        for j in range(ctx.thread, N, ctx.threads) {
            O[row, j] = exp(X[row, j] - greatest) / total
        }
        if ctx.thread == 0 {
            L[row] = greatest + log(total)
        }
    }
}
