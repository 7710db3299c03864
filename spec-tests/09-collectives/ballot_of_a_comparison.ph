// SPDX-License-Identifier: Apache-2.0
kernel ballot_of_a_comparison(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(ballot(X[1] > 0))
}
