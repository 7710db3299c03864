// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel run_wrapped_to_32_bits(far: i64, X: tensor<i32>[8], O: tensor<i32>[64]) {
    let t = ctx.thread
    O[t] = 1
    if t == 5 {
        O[t] = sum(X[i32(far) :+ 4])
    }
}
