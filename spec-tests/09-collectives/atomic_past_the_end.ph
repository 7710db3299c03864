// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_past_the_end(O: tensor<i32>[5]) {
    if ctx.thread < 6 {
        atomic_add(O, ctx.thread, 2)
    }
}
