// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel ends_of_statements(O: tensor<i32>[4]) {
    if ctx.thread == 0 {
        var a = 1 // one
        a += 2; a += 3
        let b = a +
            a *
            2
        let c = min(
            b,
            100
        ); ; O[0] = a
        O[1] = b
        O[2] = c
        if a == 6 { O[3] = 1 } else { O[3] = 2 }
    }
}
