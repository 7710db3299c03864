// SPDX-License-Identifier: Apache-2.0
fn first(X: tensor<i32>[M], Y: tensor<i32>[M]) -> i32 {
    return X[0] + Y[0]
}

kernel tensor_arguments_of_unequal_extents(X: tensor<i32>[4], Y: tensor<i32>[5], O: tensor<i32>[N]) {
    O[ctx.thread] = first(X, Y)
}
