// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel compound_division_by_zero(d: i32, O: tensor<i32>[64]) {
    O[ctx.thread] /= d + where(ctx.thread == 5, 0, 2)
}
