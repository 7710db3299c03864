// SPDX-License-Identifier: Apache-2.0
kernel join_of_block_and_warp(O: tensor<i32>[N]) {
    if ctx.block.x + ctx.warp == 0 { barrier() }
}
