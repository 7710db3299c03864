// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel no_shift_fault_in_lane_63(O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 2
    if i == 63 {
        x = 2
    }
    O[i] = 1 << x
}
