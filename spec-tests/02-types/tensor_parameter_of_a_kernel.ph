// SPDX-License-Identifier: Apache-2.0
kernel tensor_parameter_of_a_kernel(X: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = 1
}
