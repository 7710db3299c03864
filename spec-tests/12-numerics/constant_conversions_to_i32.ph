// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constant_conversions_to_i32(O: tensor<i32>[16]) {
    if ctx.thread == 0 {
        O[0] = i32(nan)
        O[1] = i32(inf)
        O[2] = i32(-inf)
        O[3] = i32(3000000000.0)
        O[4] = i32(-3000000000.0)
        O[5] = i32(2147483520.0)
        O[6] = i32(-0.5)
        O[7] = i32(-1.9)
        O[8] = i32(2147483648.0)
        O[9] = i32(i8(200.0))
        O[10] = i32(u8(-1.0))
        O[11] = i32(u8(300.0))
        O[12] = i32(i8(-200.0))
        O[13] = i32(u8(i32(-1)))
        O[14] = i32(i8(i32(200)))
        O[15] = i32(i64(4294967301))
    }
}
