// SPDX-License-Identifier: Apache-2.0
kernel block_of_no_statement(O: tensor<i32>[N]) {
    { O[ctx.thread] = 1 }
}
