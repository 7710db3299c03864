// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_runs_side_by_side(O: tensor<i32>[N]) {
    store(O[ctx.thread * 4 :+ 4], 3)
}
