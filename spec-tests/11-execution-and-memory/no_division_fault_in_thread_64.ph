// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel no_division_fault_in_thread_64(O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 1
    if i == 64 {
        x = 1
    }
    O[i] = 100 / x
}
