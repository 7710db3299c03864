// SPDX-License-Identifier: Apache-2.0
kernel literal_with_a_minus_is_a_literal(x: f64, O: tensor<f64>[N]) {
    O[ctx.thread] = x + (-0.5)
}
