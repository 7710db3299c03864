// SPDX-License-Identifier: Apache-2.0
fn find(n: i32) -> i32 {
    while true {
        if n > 3 { return n }
    }
}

kernel function_whose_loop_may_not_return(O: tensor<i32>[N]) {
    O[ctx.thread] = find(4)
}
