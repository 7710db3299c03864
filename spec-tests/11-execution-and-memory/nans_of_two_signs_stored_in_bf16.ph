// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nans_of_two_signs_stored_in_bf16(O: tensor<bf16>[4]) {
    let x: bf16 = nan
    let y: bf16 = -nan
    O[2] = where(ctx.thread == 32, y, x)
}
