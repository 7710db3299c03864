// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel shift_fault_in_thread_64(O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 2
    if i == 64 {
        x = 32
    }
    O[i] = 1 << x
}
