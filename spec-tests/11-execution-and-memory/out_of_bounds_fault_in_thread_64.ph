// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel out_of_bounds_fault_in_thread_64(T: tensor<i32>[8], O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 3
    if i == 64 {
        x = 8
    }
    O[i] = T[x]
}
