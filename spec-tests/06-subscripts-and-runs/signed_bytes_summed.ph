// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel signed_bytes_summed(X: tensor<i8>[4], W: tensor<i8>[4], O: tensor<i32>[2]) {
    if ctx.thread == 0 {
        O[0] = sum(i32(X[0 :+ 4]))
        O[1] = sum(i32(X[0 :+ 4]) * i32(W[0 :+ 4]))
    }
}
