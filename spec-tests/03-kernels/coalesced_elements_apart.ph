// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_elements_apart(O: tensor<i32>[N]) {
    O[ctx.thread * 2] = 1
}
