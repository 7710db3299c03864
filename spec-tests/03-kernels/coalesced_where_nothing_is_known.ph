// SPDX-License-Identifier: Apache-2.0
@launch(64)
@assert_coalesced
kernel coalesced_where_nothing_is_known(I: tensor<i32>[N], O: tensor<i32>[N]) {
    O[I[ctx.thread]] = 1
}
