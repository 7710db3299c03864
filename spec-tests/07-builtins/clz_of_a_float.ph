// SPDX-License-Identifier: Apache-2.0
kernel clz_of_a_float(F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = clz(F[0])
}
