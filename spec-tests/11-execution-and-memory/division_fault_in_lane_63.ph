// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel division_fault_in_lane_63(O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 1
    if i == 63 {
        x = 0
    }
    O[i] = 100 / x
}
