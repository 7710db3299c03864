// SPDX-License-Identifier: Apache-2.0
kernel character_that_is_no_operator(O: tensor<i32>[N]) {
    O[ctx.thread] = 7 # 2
}
