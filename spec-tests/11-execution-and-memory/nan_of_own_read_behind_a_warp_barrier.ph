// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel nan_of_own_read_behind_a_warp_barrier(O: tensor<f32>[N]) {
    var s: tile<f32>[4]
    if ctx.thread == 0 {
        s[3] = nan
    }
    warp_barrier()
    if ctx.thread == 0 {
        O[0] = s[3]
    }
    if ctx.thread == 127 {
        s[3] = -nan
    }
}
