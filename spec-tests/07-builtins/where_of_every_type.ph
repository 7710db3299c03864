// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel where_of_every_type(
    P: tensor<bool>[64], I: tensor<i64>[64], B: tensor<bool>[64], H: tensor<f16>[64], BYTE: tensor<u8>[64]
) {
    let t = ctx.thread
    let p = P[t]
    I[t] = where(p, i64(t), -1)
    B[t] = where(p, false, t > 5)
    H[t] = where(p, -0.0, f16(t))
    BYTE[t] = where(p, u8(255), 1)
}
