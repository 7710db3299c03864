// SPDX-License-Identifier: Apache-2.0
kernel grid_alone(O: tensor<i32>[N]) {
    O[ctx.thread] = ctx.grid
}
