// SPDX-License-Identifier: Apache-2.0
fn count(O: tensor<i32>[N], i: i32) {
    O[i] += 1
}

kernel compound_assignment_in_a_function_by_thread(O: tensor<i32>[N]) {
    count(O, ctx.thread)
}
