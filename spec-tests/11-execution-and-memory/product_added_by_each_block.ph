// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel product_added_by_each_block(A: tensor<f32>[16, 16], X: tensor<f32>[48, 16]) {
    X[ctx.block.x * 16 :+ 16, 0 :+ 16] += dot(A[0 :+ 16, 0 :+ 16], A[0 :+ 16, 0 :+ 16])
}
