// SPDX-License-Identifier: Apache-2.0
kernel barrier_in_the_outer_loop_that_lanes_break(O: tensor<i32>[N]) {
    for i in range(4) {
        for j in range(4) {
            O[ctx.thread] = j
        }
        if ctx.lane == i { break }
        barrier()
    }
}
