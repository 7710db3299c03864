// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_inside(O: tensor<i32>[5]) {
    if ctx.thread < 5 {
        atomic_add(O, ctx.thread, 2)
    }
}
