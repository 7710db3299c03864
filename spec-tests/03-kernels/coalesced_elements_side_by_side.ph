// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_elements_side_by_side(O: tensor<i32>[N]) {
    O[ctx.warp * ctx.lanes + ctx.lane] = 1
}
