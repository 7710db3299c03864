// SPDX-License-Identifier: Apache-2.0
fn sign(x: i32) -> i32 {
    if x < 0 {
        return -1
    }
    if x >= 0 {
        return 1
    }
}

kernel path_without_return(O: tensor<i32>[N]) {
    O[ctx.thread] = sign(ctx.lane)
}
