// SPDX-License-Identifier: Apache-2.0
kernel sum_of_literals_is_no_literal(x: f64, O: tensor<f64>[N]) {
    O[ctx.thread] = x + (0.5 + 0.25)
}
