// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel bytes_of_bool(P: tensor<bool>[8], I: tensor<i32>[8], Q: tensor<bool>[8]) {
    let t = ctx.thread
    if t < 8 {
        I[t] = where(P[t], 1, 0)
        Q[t] = P[t]
    }
}
