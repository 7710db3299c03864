// SPDX-License-Identifier: Apache-2.0
kernel f16_converted_in_a_variable_of_f32(X: tensor<f16>[N], O: tensor<f32>[N]) {
    let x: f32 = f32(X[ctx.thread])
    O[ctx.thread] = x
}
