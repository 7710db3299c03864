// SPDX-License-Identifier: Apache-2.0
kernel scalar_operand_of_a_block(X: tensor<f32>[N], O: tensor<f32>[4, 8]) {
    O[:, :] = O[:, :] + X[ctx.block.y]
}
