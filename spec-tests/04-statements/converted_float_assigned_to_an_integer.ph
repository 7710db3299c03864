// SPDX-License-Identifier: Apache-2.0
kernel converted_float_assigned_to_an_integer(X: tensor<f32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = i32(X[ctx.thread])
}
