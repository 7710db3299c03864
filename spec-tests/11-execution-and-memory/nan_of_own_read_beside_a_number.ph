// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nan_of_own_read_beside_a_number(O: tensor<f32>[N]) {
    var s: tile<f32>[4]
    if ctx.thread == 0 {
        s[3] = nan
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = 1.0
    }
}
