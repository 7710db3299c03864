// SPDX-License-Identifier: Apache-2.0
kernel shuffle_without_a_lane(X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = shuffle(X[0])
}
