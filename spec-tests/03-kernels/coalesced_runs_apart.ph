// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_runs_apart(O: tensor<i32>[N]) {
    store(O[ctx.thread * 8 :+ 4], 3)
}
