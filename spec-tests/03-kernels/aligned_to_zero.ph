// SPDX-License-Identifier: Apache-2.0
@aligned(N = 0)
kernel aligned_to_zero(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
