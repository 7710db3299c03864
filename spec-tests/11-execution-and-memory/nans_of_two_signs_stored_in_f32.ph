// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nans_of_two_signs_stored_in_f32(O: tensor<f32>[4]) {
    let x: f32 = nan
    let y: f32 = -nan
    O[2] = where(ctx.thread == 32, y, x)
}
