// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_on_an_element_no_thread_wrote(O: tensor<i32>[2]) {
    if ctx.thread < 2 {
        atomic_add(O, ctx.thread, 1)
    }
}
