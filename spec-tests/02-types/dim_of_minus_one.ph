// SPDX-License-Identifier: Apache-2.0
kernel dim_of_minus_one(X: tensor<f32>[-1], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
