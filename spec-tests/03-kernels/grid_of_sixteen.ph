// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel grid_of_sixteen(O: tensor<i32>[1]) {
    if ctx.thread == 0 && ctx.block.x == 0 { O[0] = 1 }
}
