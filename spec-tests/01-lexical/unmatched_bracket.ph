// SPDX-License-Identifier: Apache-2.0
kernel unmatched_bracket(O: tensor<i32>[N]) {
    O[ctx.thread] = O[0]]
}
