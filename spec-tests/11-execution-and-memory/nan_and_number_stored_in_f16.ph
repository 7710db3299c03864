// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nan_and_number_stored_in_f16(O: tensor<f16>[4]) {
    let x: f16 = nan
    let y: f16 = 1.5
    O[2] = where(ctx.thread == 32, y, x)
}
