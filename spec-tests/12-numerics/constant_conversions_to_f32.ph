// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constant_conversions_to_f32(O: tensor<f32>[9]) {
    if ctx.thread == 0 {
        O[0] = f32(bf16(i32(16842753)))
        O[1] = f32(f16(65520.0))
        O[2] = f32(f16(65519.0))
        O[3] = f32(f16(1.00048828125))
        O[4] = f32(i32(16777217))
        O[5] = f32(i32(16777219))
        O[6] = f32(i64(1152921573326323713))
        O[7] = f32(u32(4294967295))
        O[8] = f32(i32(-16777217))
    }
}
