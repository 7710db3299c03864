// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel chains_of_conditions(O: tensor<i32>[64]) {
    let t = ctx.thread
    var kind = 0
    if t % 3 == 0 {
        kind = 1
        if t % 2 == 0 {
            kind = 2
        }
    } else if t % 3 == 1 || t == 5 {
        kind = 3
    } else if t < 20 {
        kind = 4
    } else {
        kind = 5
    }
    if t == 63 { kind += 100 }
    O[t] = kind
}
