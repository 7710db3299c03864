// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_assignments(O: tensor<i32>[10]) {
    if ctx.thread == 0 {
        var a = 7
        a += 5
        O[0] = a
        a -= 20
        O[1] = a
        a *= -3
        O[2] = a
        a /= 5
        O[3] = a
        a %= 3
        O[4] = a
        a <<= 6
        O[5] = a
        a >>= 2
        O[6] = a
        a |= 3
        O[7] = a
        a &= 18
        O[8] = a
        a ^= 31
        O[9] = a
    }
}
