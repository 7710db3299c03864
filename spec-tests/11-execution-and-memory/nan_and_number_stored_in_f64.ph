// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nan_and_number_stored_in_f64(O: tensor<f64>[4]) {
    let x: f64 = nan
    let y: f64 = 1.5
    O[2] = where(ctx.thread == 32, y, x)
}
