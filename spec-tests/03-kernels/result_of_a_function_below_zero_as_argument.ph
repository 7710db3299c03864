// SPDX-License-Identifier: Apache-2.0
fn below_zero() -> f64 {
    return -2.25
}
fn opposite(x: f64) -> f64 {
    return max(x - 100.0, -x)
}
@launch(64)
kernel result_of_a_function_below_zero_as_argument(O: tensor<f64>[64]) {
    O[ctx.thread] = opposite(below_zero())
}
