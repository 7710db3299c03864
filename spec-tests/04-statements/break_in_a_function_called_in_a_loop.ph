// SPDX-License-Identifier: Apache-2.0
fn stop(i: i32) {
    if i > 2 { break }
}

kernel break_in_a_function_called_in_a_loop(O: tensor<i32>[N]) {
    for i in range(4) { stop(i) }
    O[ctx.thread] = 1
}
