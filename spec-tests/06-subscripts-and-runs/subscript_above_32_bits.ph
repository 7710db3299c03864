// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel subscript_above_32_bits(far: i64, X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    if t == 5 {
        O[t] = X[far]
    } else {
        O[t] = 0
    }
}
