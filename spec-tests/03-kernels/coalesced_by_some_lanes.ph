// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_by_some_lanes(O: tensor<i32>[N]) {
    if ctx.thread < 32 {
        O[ctx.thread] = 1
    }
}
