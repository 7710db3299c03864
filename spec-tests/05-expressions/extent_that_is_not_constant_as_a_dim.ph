// SPDX-License-Identifier: Apache-2.0
kernel extent_that_is_not_constant_as_a_dim(X: tensor<i32>[N, 8], O: tensor<i32>[N]) {
    var t: tile<i32>[extent(X, 0)]
}
