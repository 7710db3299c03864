// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel dp4a_of_constants(O: tensor<i32>[4], U: tensor<u32>[2]) {
    if ctx.thread == 0 {
        O[0] = dp4a(u32(0xFF), u32(0xFF), 0)
        O[1] = dp4a(u32(0x7f7f7f7f), u32(0x7f7f7f7f), 2147483646)
        O[2] = dp4a(-2139062144, -2139062144, 0)
        O[3] = dp4a(-2139062144, 2139062143, -2147483648)
        U[0] = dp4a(u32(0xFF), u32(0xFF), u32(0))
        U[1] = dp4a(-1, -1, u32(0))
    }
}
