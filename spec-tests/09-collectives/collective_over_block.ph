// SPDX-License-Identifier: Apache-2.0
kernel collective_over_block(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = sum<over ctx.block>(X[0])
}
