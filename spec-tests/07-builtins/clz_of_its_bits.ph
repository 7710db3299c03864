// SPDX-License-Identifier: Apache-2.0
kernel clz_of_its_bits(F: tensor<f32>[4], O: tensor<i32>[N]) {
    O[ctx.thread] = clz(bits(F[0]))
}
