// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel runs_of_4_i32_side_by_side(X: tensor<i32>[513]) {
    store(X[ctx.thread * 4 :+ 4], i32(ctx.thread))
}
