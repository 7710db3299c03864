// SPDX-License-Identifier: Apache-2.0
@assert_coalesced
kernel coalesced_without_arguments(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
