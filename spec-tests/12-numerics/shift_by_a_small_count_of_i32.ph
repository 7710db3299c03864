// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_by_a_small_count_of_i32(C: tensor<i32>[1], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = 4 << C[0]
    }
}
