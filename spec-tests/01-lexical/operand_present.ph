// SPDX-License-Identifier: Apache-2.0
kernel operand_present(O: tensor<i32>[N]) {
    O[ctx.thread] = (1 + 2)
}
