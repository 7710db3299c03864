// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel one_zero_stored_in_f16(O: tensor<f16>[4]) {
    let x: f16 = 0.0
    let y: f16 = 0.0
    O[2] = where(ctx.thread == 32, y, x)
}
