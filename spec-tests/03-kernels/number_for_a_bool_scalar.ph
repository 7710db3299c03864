// SPDX-License-Identifier: Apache-2.0
kernel number_for_a_bool_scalar(s: bool, O: tensor<i32>[N]) {
    O[ctx.thread] = where(s, 1, 2)
}
