// SPDX-License-Identifier: Apache-2.0
// 32 partial sums in the element type, then a butterfly, at every width of the tile.
@launch(64)
@autotune(C in [65, 1, 31, 32, 33, 63])
kernel rowsum_u32(X: tensor<u32>[R, C], O: tensor<u32>[R, 1]) {
    for r in range(0, R, 4) {
        O[r :+ 4, :] = rowsum(X[r :+ 4, :])
    }
}
