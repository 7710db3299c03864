// SPDX-License-Identifier: Apache-2.0
kernel comma_inside_brackets(O: tensor<i32>[N]) {
    O[ctx.thread] = min(1, 2)
}
