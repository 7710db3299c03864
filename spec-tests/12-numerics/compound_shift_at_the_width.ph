// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_shift_at_the_width(C: tensor<i32>[64], O: tensor<i32>[64]) {
    O[ctx.thread] <<= C[ctx.thread]
}
