// SPDX-License-Identifier: Apache-2.0
kernel block_of_a_condition(O: tensor<i32>[N]) {
    if true { O[ctx.thread] = 1 }
}
