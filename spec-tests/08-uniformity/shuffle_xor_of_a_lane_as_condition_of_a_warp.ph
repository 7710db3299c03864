// SPDX-License-Identifier: Apache-2.0
kernel shuffle_xor_of_a_lane_as_condition_of_a_warp(O: tensor<i32>[N]) {
    if shuffle_xor(ctx.lane, 1) > 3 { O[ctx.thread] = sum<over ctx.lane>(1) }
}
