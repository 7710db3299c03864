// SPDX-License-Identifier: Apache-2.0
kernel prod_with_scope(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = prod<over ctx.lane>(X[0])
}
