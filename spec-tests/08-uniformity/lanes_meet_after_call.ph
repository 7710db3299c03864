// SPDX-License-Identifier: Apache-2.0
fn step(O: tensor<i32>[N], i: i32) {
    if i > 3 {
        return
    }
    O[i] = 1
}

kernel lanes_meet_after_call(O: tensor<i32>[N]) {
    step(O, ctx.lane)
    barrier()
}
