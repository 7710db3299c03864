// SPDX-License-Identifier: Apache-2.0
@launch(64)
kernel shift_left_of_u32_by_an_i64(C: tensor<i64>[1], O: tensor<u32>[1]) {
    if ctx.thread == 0 {
        O[0] = u32(4) << C[0]
    }
}
