// SPDX-License-Identifier: Apache-2.0
kernel scalar_for_a_scalar(s: i32, O: tensor<i32>[N]) {
    O[ctx.thread] = s
}
