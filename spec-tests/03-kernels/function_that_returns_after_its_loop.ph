// SPDX-License-Identifier: Apache-2.0
fn find(n: i32) -> i32 {
    while true {
        if n > 3 { return n }
    }
    return 0
}

kernel function_that_returns_after_its_loop(O: tensor<i32>[N]) {
    O[ctx.thread] = find(4)
}
