// SPDX-License-Identifier: Apache-2.0
kernel quotient_assigned_to_a_float(O: tensor<f32>[N]) {
    var x = 7.5
    x /= 2.0
    O[ctx.thread] = x
}
