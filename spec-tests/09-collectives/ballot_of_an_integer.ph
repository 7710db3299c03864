// SPDX-License-Identifier: Apache-2.0
kernel ballot_of_an_integer(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(ballot(X[1]))
}
