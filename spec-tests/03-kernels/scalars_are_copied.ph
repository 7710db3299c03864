// SPDX-License-Identifier: Apache-2.0
fn count(n: i32) -> i32 {
    var left = n
    var turns = 0
    while left > 0 {
        left /= 2
        turns += 1
    }
    return turns
}

@launch(64)
kernel scalars_are_copied(O: tensor<i32>[64]) {
    let n = ctx.thread
    let turns = count(n) + count(count(n))
    O[ctx.thread] = turns * 100 + n
}
