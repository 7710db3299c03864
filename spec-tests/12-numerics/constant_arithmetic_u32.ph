// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constant_arithmetic_u32(O: tensor<u32>[9]) {
    if ctx.thread == 0 {
        O[0] = u32(0) - 1
        O[1] = u32(4294967295) + 1
        O[2] = u32(1) << 31
        O[3] = u32(2147483648) >> 31
        O[4] = -u32(1)
        O[5] = u32(4294967295) / 2
        O[6] = u32(65537) * 65537
        O[7] = ~u32(0)
        O[8] = u32(-1)
    }
}
