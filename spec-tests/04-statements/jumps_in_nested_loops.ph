// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel jumps_in_nested_loops(O: tensor<i32>[64]) {
    let t = ctx.thread
    var total = 0
    for i in range(6) {
        if i == t % 5 {
            continue
        }
        var j = 0
        var done = false
        while true {
            j += 1
            if j == t % 4 {
                continue
            }
            if j > i {
                break
            }
            if i * 10 + j == t {
                total += 1000
                done = true
                break
            }
            total += 1
        }
        if done {
            break
        }
        if i == 4 && t % 3 == 0 {
            break
        }
        total += 10
    }
    O[t] = total
}
