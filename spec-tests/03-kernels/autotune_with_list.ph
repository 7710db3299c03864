// SPDX-License-Identifier: Apache-2.0
@autotune(T in [4])
kernel autotune_with_list(O: tensor<i32>[N]) {
    O[ctx.thread] = T
}
