// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel atomic_and_plain_read(C: tensor<i32>[1], O: tensor<i32>[64]) {
    if ctx.thread == 40 {
        atomic_add(C, 0, 5)
    }
    if ctx.thread == 3 {
        O[0] = C[0]
    }
}
