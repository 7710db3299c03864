// SPDX-License-Identifier: Apache-2.0
// A promise that a launch keeps changes no value.
@launch(64)
@aligned(N = 16)
kernel aligned_tiles(X: tensor<f32>[M, N], O: tensor<f32>[M, N]) {
    for c in range(0, N, 32) {
        O[0 :+ 4, c :+ 32] = X[0 :+ 4, c :+ 32] + 1.0
    }
}
