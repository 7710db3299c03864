// SPDX-License-Identifier: Apache-2.0
fn pick(i: i32) -> i32 {
    if i > 3 { return 0 }
    return sum<over ctx.lane>(i)
}

kernel collective_of_a_result_that_warps_chose_early(O: tensor<i32>[N]) {
    O[ctx.thread] = pick(ctx.warp)
}
