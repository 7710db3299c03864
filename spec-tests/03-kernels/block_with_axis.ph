// SPDX-License-Identifier: Apache-2.0
kernel block_with_axis(O: tensor<i32>[N]) {
    O[0] = ctx.block.x
}
