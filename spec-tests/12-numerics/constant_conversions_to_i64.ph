// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constant_conversions_to_i64(O: tensor<i64>[9]) {
    if ctx.thread == 0 {
        O[0] = i64(nan)
        O[1] = i64(inf)
        O[2] = i64(-inf)
        O[3] = i64(9223372036854775808.0)
        O[4] = i64(5000000000)
        O[5] = i64(u32(4294967295))
        O[6] = i64(i32(-1))
        O[7] = i64(-1.5)
        O[8] = i64(u32(-1.0))
    }
}
