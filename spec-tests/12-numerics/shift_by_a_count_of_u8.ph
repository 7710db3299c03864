// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_by_a_count_of_u8(C: tensor<u8>[1], O: tensor<i32>[1]) {
    if ctx.thread == 0 {
        O[0] = 4 << C[0]
    }
}
