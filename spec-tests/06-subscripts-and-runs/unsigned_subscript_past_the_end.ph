// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel unsigned_subscript_past_the_end(far: u32, X: tensor<i32>[64], O: tensor<i32>[64]) {
    let t = ctx.thread
    if t == 5 {
        O[t] = X[far - 1]
    } else {
        O[t] = 0
    }
}
