// SPDX-License-Identifier: Apache-2.0
kernel min_over_threads_of_numbers(P: tensor<bool>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(min<over ctx.thread>(X[0]))
}
