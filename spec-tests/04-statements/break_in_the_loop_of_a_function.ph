// SPDX-License-Identifier: Apache-2.0
fn stop(i: i32) {
    while i > 2 { break }
}

kernel break_in_the_loop_of_a_function(O: tensor<i32>[N]) {
    for i in range(4) { stop(i) }
    O[ctx.thread] = 1
}
