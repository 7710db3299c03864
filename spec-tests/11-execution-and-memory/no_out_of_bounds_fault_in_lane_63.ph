// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel no_out_of_bounds_fault_in_lane_63(T: tensor<i32>[8], O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 3
    if i == 63 {
        x = 3
    }
    O[i] = T[x]
}
