// SPDX-License-Identifier: Apache-2.0
kernel condition_of_an_element_by_lane(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.lane
    barrier()
    if O[ctx.lane] > 3 { barrier() }
}
