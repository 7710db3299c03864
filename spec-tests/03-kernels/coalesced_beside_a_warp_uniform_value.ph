// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_beside_a_warp_uniform_value(O: tensor<i32>[N]) {
    let first = sum<over ctx.lane>(ctx.warp)
    O[first + ctx.lane] = 1
}
