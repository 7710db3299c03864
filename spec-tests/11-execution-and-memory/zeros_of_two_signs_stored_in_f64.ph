// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel zeros_of_two_signs_stored_in_f64(O: tensor<f64>[4]) {
    let x: f64 = 0.0
    let y: f64 = -0.0
    O[2] = where(ctx.thread == 32, y, x)
}
