// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel names_and_shadowing(O: tensor<i32>[4]) {
    if ctx.thread == 0 {
        let a = 1
        var b = 10
        if a == 1 {
            let a = a + 1
            b += a
            if true {
                var b = 100
                b += a
                O[3] = b
            }
        }
        for i in range(3) {
            let i = i * 2
            var a = i
            a += 1
            b += a
        }
        O[0] = a
        O[1] = b
        let c = a
        O[2] = c
    }
}
