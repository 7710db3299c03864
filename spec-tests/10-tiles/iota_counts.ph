// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(N in [65, 1, 31, 32, 33, 63])
kernel iota_counts(O: tensor<i32>[1, N], P: tensor<i32>[N, 1], Q: tensor<f32>[N, 1], R: tensor<i32>[N, 1]) {
    O[:, :] = iota(N)
    let column = transpose(iota(ctx.threads - ctx.threads + N))
    P[:, :] = column * column - 2
    Q[:, :] = f32(0.5) * transpose(iota(N))
    R[:, :] = rowsum(where(iota(N) <= column, 1, 0))
}
