// SPDX-License-Identifier: Apache-2.0
@launch(64)
@autotune(C in [65, 1, 31, 32, 33, 63])
kernel rows_of_every_width(
    X: tensor<i32>[R, C], O: tensor<i32>[R, 4], Y: tensor<i32>[R, C], Z: tensor<i32>[R, C]
) {
    for r in range(0, R, 33) {
        let x = X[r :+ 33, :]
        O[r :+ 33, 0] = rowmax(x)
        O[r :+ 33, 1] = rowmin(x)
        O[r :+ 33, 2] = rowargmax(x)
        O[r :+ 33, 3] = rowsum(x)
        Y[r :+ 33, :] = cumsum(x)
        Z[r :+ 33, :] = tril(x)
    }
}
