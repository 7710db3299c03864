// SPDX-License-Identifier: Apache-2.0
kernel join_of_warp_and_block(O: tensor<i32>[N]) {
    if ctx.warp + ctx.block.x == 0 { O[0] = sum<over ctx.lane>(1) }
}
