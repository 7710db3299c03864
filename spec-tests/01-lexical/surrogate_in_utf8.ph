// SPDX-License-Identifier: Apache-2.0
// í €
kernel surrogate_in_utf8(O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
