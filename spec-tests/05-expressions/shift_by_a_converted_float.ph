// SPDX-License-Identifier: Apache-2.0
kernel shift_by_a_converted_float(X: tensor<f32>[N], O: tensor<i32>[N]) {
    O[ctx.thread] = 1 << i8(X[ctx.thread])
}
