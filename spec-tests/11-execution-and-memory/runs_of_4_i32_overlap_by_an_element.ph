// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel runs_of_4_i32_overlap_by_an_element(X: tensor<i32>[513]) {
    store(X[ctx.thread * 4 :+ 5], i32(ctx.thread))
}
