// SPDX-License-Identifier: Apache-2.0
// Every round hands a block's values on by one place; what each thread keeps for itself survives every barrier.
@launch(64)
kernel two_nested_loops_with_conditional_barriers(O: tensor<i32>[64]) {
    var s: tile<i32>[64]
    let mine = ctx.thread * 3
    var got = ctx.thread
    var rounds = 0
    for i in range(3) {
        for j in range(4) {
            let next = (ctx.thread + i + j) % 64
            if i != 1 { barrier() }
            if i == 1 { barrier() }
            s[ctx.thread] = got
            if j % 2 == 0 {
                barrier()
                got = s[next]
            } else {
                barrier()
                got = s[63 - next] + 1
            }
            barrier()
            rounds += 1
        }
    }
    O[ctx.thread] = got * 10000 + mine * 13 + rounds
}
