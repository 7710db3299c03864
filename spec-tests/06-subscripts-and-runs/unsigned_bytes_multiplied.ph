// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel unsigned_bytes_multiplied(X: tensor<u8>[8], W: tensor<u8>[8], O: tensor<i32>[1], N: tensor<u8>[1]) {
    if ctx.thread == 0 {
        O[0] = sum(i32(X[0 :+ 8]) * i32(W[0 :+ 8]))
        N[0] = sum(X[0 :+ 8] * W[0 :+ 8])
    }
}
