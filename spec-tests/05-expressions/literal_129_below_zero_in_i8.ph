// SPDX-License-Identifier: Apache-2.0
kernel literal_129_below_zero_in_i8(O: tensor<i8>[N]) {
    O[ctx.thread] = -129
}
