// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel precedence(O: tensor<i32>[16]) {
    if ctx.thread == 0 {
        O[0] = 2 + 3 * 4
        O[1] = (2 + 3) * 4
        O[2] = 1 << 2 + 1
        O[3] = 6 & 3 | 8 ^ 12
        O[4] = where(1 + 1 == 2 && 3 < 4 || false, 1, 0)
        O[5] = 100 / 7 * 7 + 100 % 7
        O[6] = -2 * -3 - -4
        O[7] = ~1 + 1
        O[8] = where(!false == true, 1, 0)
        O[9] = 20 - 5 - 3
        O[10] = 64 / 4 / 2
        O[11] = 1 | 2 & 0
        O[12] = 256 >> 2 << 1
        O[13] = where((5 & 1) == 1, 1, 0)
        O[14] = where(true || true && false, 1, 0)
        O[15] = 7 ^ 2 & 3
    }
}
