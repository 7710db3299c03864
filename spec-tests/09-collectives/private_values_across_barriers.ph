// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel private_values_across_barriers(n: i32, O: tensor<i32>[128]) {
    var s: tile<i32>[128]
    let mine = ctx.thread * 3 + 1
    var sum_of_turns = 0
    for i in range(n) {
        let index = (ctx.thread + i + 1) % ctx.threads
        if i % 2 == 0 {
            s[ctx.thread] = mine + i
            barrier()
        }
        for j in range(2) {
            if j == 1 && i % 2 == 0 {
                sum_of_turns += s[index]
                barrier()
            }
        }
    }
    O[ctx.thread] = mine * 1000 + sum_of_turns
}
