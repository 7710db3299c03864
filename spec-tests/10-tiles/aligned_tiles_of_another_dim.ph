// SPDX-License-Identifier: Apache-2.0
// A launch that breaks the promise is refused, though slices may be ragged.
@launch(64)
@aligned(N = 16)
kernel aligned_tiles_of_another_dim(X: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
    for c in range(0, N, 32) {
        O[0 :+ 4, c :+ 32] = X[0 :+ 4, c :+ 32] + 1.0
    }
}
