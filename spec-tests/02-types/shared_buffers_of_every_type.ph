// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shared_buffers_of_every_type(
    F16: tensor<f16>[64], BF16: tensor<bf16>[64], F32: tensor<f32>[64], F64: tensor<f64>[64], I8: tensor<i8>[64],
    U8: tensor<u8>[64], I32: tensor<i32>[64], U32: tensor<u32>[64], I64: tensor<i64>[64], BOOL: tensor<bool>[64]
) {
    let t = ctx.thread
    let other = 63 - t
    var s_f16: tile<f16>[8, 8]
    var s_bf16: tile<bf16>[8, 8]
    var s_f32: tile<f32>[8, 8]
    var s_f64: tile<f64>[8, 8]
    var s_i8: tile<i8>[8, 8]
    var s_u8: tile<u8>[8, 8]
    var s_i32: tile<i32>[8, 8]
    var s_u32: tile<u32>[8, 8]
    var s_i64: tile<i64>[8, 8]
    var s_bool: tile<bool>[8, 8]
    s_f16[t / 8, t % 8] = f16(t)
    s_bf16[t / 8, t % 8] = bf16(t)
    s_f32[t / 8, t % 8] = f32(t)
    s_f64[t / 8, t % 8] = f64(t)
    s_i8[t / 8, t % 8] = i8(t)
    s_u8[t / 8, t % 8] = u8(t)
    s_i32[t / 8, t % 8] = i32(t)
    s_u32[t / 8, t % 8] = u32(t)
    s_i64[t / 8, t % 8] = i64(t)
    s_bool[t / 8, t % 8] = t % 3 == 0
    barrier()
    F16[t] = s_f16[other / 8, other % 8]
    BF16[t] = s_bf16[other / 8, other % 8]
    F32[t] = s_f32[other / 8, other % 8]
    F64[t] = s_f64[other / 8, other % 8]
    I8[t] = s_i8[other / 8, other % 8]
    U8[t] = s_u8[other / 8, other % 8]
    I32[t] = s_i32[other / 8, other % 8]
    U32[t] = s_u32[other / 8, other % 8]
    I64[t] = s_i64[other / 8, other % 8]
    BOOL[t] = s_bool[other / 8, other % 8]
}
