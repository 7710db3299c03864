// SPDX-License-Identifier: Apache-2.0
fn sign(x: i32) -> i32 {
    if x < 0 {
        return -1
    }
    while false {
        return 1
    }
    return 0
}

kernel return_on_every_path(O: tensor<i32>[N]) {
    O[ctx.thread] = sign(ctx.lane)
}
