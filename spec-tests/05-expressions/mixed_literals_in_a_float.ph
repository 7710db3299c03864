// SPDX-License-Identifier: Apache-2.0
kernel mixed_literals_in_a_float(O: tensor<f32>[N]) {
    let x: f32 = 1 + 2.0
    O[ctx.thread] = x
}
