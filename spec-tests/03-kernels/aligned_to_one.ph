// SPDX-License-Identifier: Apache-2.0
@aligned(N = 1)
kernel aligned_to_one(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
