// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel zeros_of_one_sign_to_one_element(O: tensor<f32>[1]) {
    var s: tile<f32>[1]
    s[0] = where(ctx.thread == 7, 0.0, 0.0)
    barrier()
    if ctx.thread == 0 { O[0] = s[0] + 1.0 }
}
