// SPDX-License-Identifier: Apache-2.0
kernel field_of_the_grid_unknown(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.grid.w
}
