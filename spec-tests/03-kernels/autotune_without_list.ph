// SPDX-License-Identifier: Apache-2.0
@autotune(T = 4)
kernel autotune_without_list(O: tensor<i32>[N]) {
    O[ctx.thread] = T
}
