// SPDX-License-Identifier: Apache-2.0
kernel two_places_of_a_subscript(X: tensor<i32>[4, 4], O: tensor<i32>[N]) {
    O[ctx.thread] = X[1, 2]
}
