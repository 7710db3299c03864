// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel types_of_literals(O: tensor<i32>[8]) {
    if ctx.thread == 0 {
        let a: i64 = 5000000000
        let b: f64 = 1
        let h: f16 = 2
        O[0] = i32(a / 1000000)
        O[1] = i32(b * 3)
        O[2] = i32(max(h, 3.5) * 2)
        O[3] = i32(where(true, a, 0) % 7)
        O[4] = i32(fma(h, 2, 1))
        O[5] = i32(u32(4294967295) / 65536)
        O[6] = i32(max(1, 2.5) * 2.0)
        O[7] = i32((1 + 2) * 3)
    }
}
