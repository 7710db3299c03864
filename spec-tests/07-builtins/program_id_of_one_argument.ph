// SPDX-License-Identifier: Apache-2.0
kernel program_id_of_one_argument(X: tensor<i32>[4], F: tensor<f32>[4], bar: tensor<i32>[2], O: tensor<i32>[N]) {
    O[ctx.thread] = program_id(0)
}
