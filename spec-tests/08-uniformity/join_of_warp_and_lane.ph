// SPDX-License-Identifier: Apache-2.0
kernel join_of_warp_and_lane(O: tensor<i32>[N]) {
    if ctx.warp + ctx.lane == 0 { O[0] = sum<over ctx.lane>(1) }
}
