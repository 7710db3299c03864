// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel convert_f32(
    X: tensor<f32>[N],
    I8: tensor<i8>[N],
    U8: tensor<u8>[N],
    I32: tensor<i32>[N],
    U32: tensor<u32>[N],
    I64: tensor<i64>[N],
    F16: tensor<f16>[N],
    BF16: tensor<bf16>[N],
    F32: tensor<f32>[N],
    F64: tensor<f64>[N]
) {
    let i = ctx.block.x * ctx.threads + ctx.thread
    if i < N {
        let x = X[i]
        I8[i] = i8(x)
        U8[i] = u8(x)
        I32[i] = i32(x)
        U32[i] = u32(x)
        I64[i] = i64(x)
        F16[i] = f16(x)
        BF16[i] = bf16(x)
        F32[i] = f32(x)
        F64[i] = f64(x)
    }
}
