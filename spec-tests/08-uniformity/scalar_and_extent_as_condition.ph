// SPDX-License-Identifier: Apache-2.0
kernel scalar_and_extent_as_condition(s: i32, X: tensor<i32>[M], O: tensor<i32>[N]) {
    if s + extent(X, 0) + X[ctx.grid.x] > 3 { barrier() }
}
