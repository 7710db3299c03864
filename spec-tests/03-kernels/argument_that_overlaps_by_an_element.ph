// SPDX-License-Identifier: Apache-2.0
kernel argument_that_overlaps_by_an_element(X: tensor<i32>[M], O: tensor<i32>[N]) {
    if ctx.thread == 0 { O[0] = X[255] }
}
