// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_on_written_element(O: tensor<i32>[64]) {
    if ctx.thread == 5 {
        atomic_add(O, 5, 1)
    }
}
