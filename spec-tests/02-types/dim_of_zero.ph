// SPDX-License-Identifier: Apache-2.0
kernel dim_of_zero(X: tensor<f32>[0], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
