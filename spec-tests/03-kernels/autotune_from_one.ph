// SPDX-License-Identifier: Apache-2.0
@autotune(T in [1, 4])
kernel autotune_from_one(O: tensor<i32>[N]) {
    O[ctx.thread] = T
}
