// SPDX-License-Identifier: Apache-2.0
kernel condition_of_an_element_that_lanes_stored(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.lane
    barrier()
    if O[ctx.lanes] > 3 { barrier() }
}
