// SPDX-License-Identifier: Apache-2.0
fn turns(step: i32) -> i32 {
    var count = 0
    for i in range(0, 4, step) {
        count += 1
    }
    return count
}
@launch(128)
kernel no_step_fault_in_lane_63(O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 1
    if i == 63 {
        x = 1
    }
    O[i] = turns(x)
}
