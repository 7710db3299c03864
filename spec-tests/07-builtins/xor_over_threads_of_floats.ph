// SPDX-License-Identifier: Apache-2.0
kernel xor_over_threads_of_floats(F: tensor<f32>[4], X: tensor<i32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(xor<over ctx.thread>(F[0]))
}
