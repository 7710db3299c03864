// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel lanes_keep_what_they_had(O: tensor<i32>[64]) {
    let t = ctx.thread
    var a = t
    var b = 0
    while a > 3 {
        if a % 2 == 0 {
            a /= 2
        } else {
            a -= 3
            b += 100
        }
        b += 1
    }
    O[t] = a * 10000 + b
}
