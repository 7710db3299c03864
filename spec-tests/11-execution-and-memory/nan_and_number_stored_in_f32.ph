// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nan_and_number_stored_in_f32(O: tensor<f32>[4]) {
    let x: f32 = nan
    let y: f32 = 0.0
    O[2] = where(ctx.thread == 32, y, x)
}
