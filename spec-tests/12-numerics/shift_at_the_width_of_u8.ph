// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_at_the_width_of_u8(X: tensor<u8>[64], C: tensor<u8>[64], O: tensor<u8>[64]) {
    let t = ctx.thread
    O[t] = X[t] >> C[t]
}
