// SPDX-License-Identifier: Apache-2.0
kernel scalar_of_u8_of_255(s: u8, O: tensor<u8>[N]) {
    O[ctx.thread] = s
}
