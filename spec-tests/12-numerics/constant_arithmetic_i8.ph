// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel constant_arithmetic_i8(O: tensor<i8>[10]) {
    if ctx.thread == 0 {
        O[0] = i8(127) + 1
        O[1] = i8(-128) - 1
        O[2] = i8(-128) / -1
        O[3] = i8(-128) % -1
        O[4] = i8(16) * 16
        O[5] = i8(-128) >> 7
        O[6] = i8(1) << 7
        O[7] = -i8(-128)
        O[8] = abs(i8(-128))
        O[9] = i8(100) + 100
    }
}
