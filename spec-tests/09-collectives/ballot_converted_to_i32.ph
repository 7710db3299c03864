// SPDX-License-Identifier: Apache-2.0
kernel ballot_converted_to_i32(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(ballot(X[0] > 0))
}
