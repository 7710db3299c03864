// SPDX-License-Identifier: Apache-2.0
kernel shuffle_xor_of_a_lane_as_condition(O: tensor<i32>[N]) {
    if shuffle_xor(ctx.lane, 1) > 3 { barrier() }
    O[ctx.thread] = 1
}
