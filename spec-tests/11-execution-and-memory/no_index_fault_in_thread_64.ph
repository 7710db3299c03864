// SPDX-License-Identifier: Apache-2.0
@launch(128)
kernel no_index_fault_in_thread_64(T: tensor<i32>[8], O: tensor<i32>[N]) {
    let i = ctx.thread
    var x = 3
    if i == 64 {
        x = 3
    }
    O[i] = elem(T[0 :+ 4], x)
}
