// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel runs_of_4_i8_overlap_by_an_element(X: tensor<i8>[513]) {
    store(X[ctx.thread * 4 :+ 5], i8(ctx.thread))
}
