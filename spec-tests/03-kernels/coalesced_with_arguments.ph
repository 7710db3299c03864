// SPDX-License-Identifier: Apache-2.0
@assert_coalesced(4)
kernel coalesced_with_arguments(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
