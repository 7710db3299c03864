// SPDX-License-Identifier: Apache-2.0
// Both arms in both places, chosen by a condition that differs between neighbours.
@launch(64)
kernel where_chooses_in_every_type(
    P: tensor<bool>[64],
    F16: tensor<f16>[2, 64],
    BF16: tensor<bf16>[2, 64],
    F32: tensor<f32>[2, 64],
    F64: tensor<f64>[2, 64],
    I8: tensor<i8>[2, 64],
    U8: tensor<u8>[2, 64],
    I32: tensor<i32>[2, 64],
    U32: tensor<u32>[2, 64],
    I64: tensor<i64>[2, 64],
    BOOL: tensor<bool>[2, 64]
) {
    let t = ctx.thread
    F16[0, t] = where(P[t], f16(1.0), 0.0)
    F16[1, t] = where(P[t], f16(0.0), 1.0)
    BF16[0, t] = where(P[t], bf16(1.0), 0.0)
    BF16[1, t] = where(P[t], bf16(0.0), 1.0)
    F32[0, t] = where(P[t], 1.0, 0.0)
    F32[1, t] = where(P[t], 0.0, 1.0)
    F64[0, t] = where(P[t], f64(1.0), 0.0)
    F64[1, t] = where(P[t], f64(0.0), 1.0)
    I8[0, t] = where(P[t], i8(1), 0)
    I8[1, t] = where(P[t], i8(0), 1)
    U8[0, t] = where(P[t], u8(1), 0)
    U8[1, t] = where(P[t], u8(0), 1)
    I32[0, t] = where(P[t], 1, 0)
    I32[1, t] = where(P[t], 0, 1)
    U32[0, t] = where(P[t], u32(1), 0)
    U32[1, t] = where(P[t], u32(0), 1)
    I64[0, t] = where(P[t], i64(1), 0)
    I64[1, t] = where(P[t], i64(0), 1)
    BOOL[0, t] = where(P[t], true, false)
    BOOL[1, t] = where(P[t], false, true)
}
