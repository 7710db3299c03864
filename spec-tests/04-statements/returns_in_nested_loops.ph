// SPDX-License-Identifier: Apache-2.0
fn search(n: i32) -> i32 {
    for i in range(10) {
        for j in range(i + 1) {
            if i * j == n {
                return i * 100 + j
            }
            if j > n {
                break
            }
        }
        if i > n + 5 {
            return -i
        }
    }
    return 7777
}

@launch(64)
kernel returns_in_nested_loops(O: tensor<i32>[64], M: tensor<i32>[64]) {
    let t = ctx.thread
    M[t] = 1
    O[t] = search(t)
    if t % 2 == 0 {
        return
    }
    M[t] = 2
    while true {
        if t > 40 {
            return
        }
        break
    }
    M[t] = 3
}
