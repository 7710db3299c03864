// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel forms_of_literals(O: tensor<i32>[9]) {
    if ctx.thread == 0 {
        O[0] = 1_000_000
        O[1] = 0x7fff_ffff
        O[2] = 0xAbC
        O[3] = i32(1.)
        O[4] = i32(1e3)
        O[5] = i32(25e-1)
        O[6] = i32(2_0.5E+1)
        O[7] = 0
        O[8] = i32(0.5e1)
    }
}
