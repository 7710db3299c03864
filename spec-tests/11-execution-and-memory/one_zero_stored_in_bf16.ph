// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel one_zero_stored_in_bf16(O: tensor<bf16>[4]) {
    let x: bf16 = 0.0
    let y: bf16 = 0.0
    O[2] = where(ctx.thread == 32, y, x)
}
