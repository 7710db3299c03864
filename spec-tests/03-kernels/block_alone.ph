// SPDX-License-Identifier: Apache-2.0
kernel block_alone(O: tensor<i32>[N]) {
    O[0] = ctx.block
}
