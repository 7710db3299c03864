// SPDX-License-Identifier: Apache-2.0
kernel and_over_threads_of_integers(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(and<over ctx.thread>(X[0]))
}
